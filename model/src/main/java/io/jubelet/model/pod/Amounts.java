package io.jubelet.model.pod;

import io.jubelet.model.quantity.Quantity;

/// Arithmetic on amounts as objects carry them, which is as text.
///
/// A text that is no quantity counts as nothing here: the decoder has refused such an object
/// before anyone computes with it.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery resource.Quantity, which objects embed there.
public final class Amounts {
    private static final int MILLI = -3;

    private Amounts() {}

    public static Quantity of(io.jubelet.api.meta.Quantity amount) {
        return Quantity.tryParse(amount.getString()).orElse(Quantity.ZERO);
    }

    public static io.jubelet.api.meta.Quantity write(Quantity amount) {
        return io.jubelet.api.meta.Quantity.newBuilder().setString(amount.toString()).build();
    }

    /// The amount in its canonical form, as Kubernetes shows it.
    public static String text(io.jubelet.api.meta.Quantity amount) {
        return of(amount).toString();
    }

    public static io.jubelet.api.meta.Quantity add(
            io.jubelet.api.meta.Quantity left, io.jubelet.api.meta.Quantity right) {
        return write(of(left).add(of(right)));
    }

    public static io.jubelet.api.meta.Quantity max(
            io.jubelet.api.meta.Quantity left, io.jubelet.api.meta.Quantity right) {
        return of(left).compareTo(of(right)) >= 0 ? left : right;
    }

    /// The amount in canonical form, rounded away from zero to thousandths.
    public static io.jubelet.api.meta.Quantity roundUpToMilli(io.jubelet.api.meta.Quantity amount) {
        return write(of(amount).roundUp(MILLI));
    }
}
