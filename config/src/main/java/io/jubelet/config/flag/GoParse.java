package io.jubelet.config.flag;

import io.jubelet.log.GoText;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads numbers and truth values as Go does, with Go's words for what cannot be read.
///
/// Thread: stateless. Upstream: Go `strconv`.
final class GoParse {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    /// Groups repeat possessively: Java's others take a stack frame for each repetition.
    private static final Pattern INTEGER =
            Pattern.compile(
                    "[+-]?(0[xX](_?[0-9a-fA-F])++|0[bB](_?[01])++|0[oO](_?[0-7])++"
                            + "|0(_?[0-7])*+|[1-9](_?[0-9])*+)");

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private GoParse() {}

    static boolean bool(String text) {
        if (TRUE.contains(text)) {
            return true;
        }
        if (FALSE.contains(text)) {
            return false;
        }
        throw problem("ParseBool", text, "invalid syntax");
    }

    static int int32(String text) {
        return integer(text, 32).intValueExact();
    }

    static long int64(String text) {
        return integer(text, 64).longValueExact();
    }

    /// A signed number whose prefix decides its base.
    private static BigInteger integer(String text, int bits) {
        if (!INTEGER.matcher(text).matches()) {
            throw problem("ParseInt", text, "invalid syntax");
        }
        BigInteger value = magnitude(text.replace("_", "").replaceFirst("^[+-]", ""));
        BigInteger signed = text.startsWith("-") ? value.negate() : value;
        if (signed.bitLength() >= bits) {
            throw problem("ParseInt", text, "value out of range");
        }
        return signed;
    }

    private static BigInteger magnitude(String digits) {
        String lower = digits.toLowerCase(Locale.ROOT);
        if (lower.startsWith("0x")) {
            return new BigInteger(lower.substring(2), 16);
        }
        if (lower.startsWith("0b")) {
            return new BigInteger(lower.substring(2), 2);
        }
        if (lower.startsWith("0o")) {
            return new BigInteger(lower.substring(2), 8);
        }
        boolean octal = lower.length() > 1 && lower.startsWith("0");
        return new BigInteger(lower, octal ? 8 : 10);
    }

    /// A decimal number without sign that also fits a signed 32 bit one.
    static int level(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw problem("ParseUint", text, "invalid syntax");
        }
        var value = new BigInteger(text);
        if (value.bitLength() > 31) {
            throw problem("ParseUint", text, "value out of range");
        }
        return value.intValueExact();
    }

    private static IllegalArgumentException problem(String function, String text, String what) {
        return new IllegalArgumentException(
                "strconv." + function + ": parsing " + GoText.quote(text) + ": " + what);
    }
}
