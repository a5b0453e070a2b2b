package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PullRecordFiles;
import io.jubelet.core.image.PullTrust.Answer;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import io.jubelet.core.runtime.PullSource;
import io.jubelet.core.testing.RecordFolder;
import io.jubelet.core.testing.StepExecution;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is written down before, after and between pulls.
final class PullRecordsTest {
    private static final String IMAGE = "registry.example/app:1";
    private static final String REFERENCE = "sha256:abc";
    private static final PullSecret OWN = new PullSecret("uid", "default", "own", "hash");
    private static final PullSecret OTHER = new PullSecret("uid2", "other", "other", "hash2");

    private final StepExecution execution = new StepExecution();
    private final RecordFolder files = new RecordFolder();
    private final PullRecords records = of(files);

    private PullRecords of(PullRecordFiles disk) {
        return new PullRecords(execution, new PullVerification.NeverPreloaded(), disk);
    }

    private static boolean granted(PullTrust trust, PullSource... own) {
        return switch (trust.mayUse(IMAGE, REFERENCE)) {
            case Answer.Yes _ -> true;
            case Answer.No _ -> false;
            case Answer.Holders(var right, _) -> right.test(List.of(own));
        };
    }

    private void pull(Optional<PullSource> source) {
        records.begins(IMAGE);
        records.pulled(IMAGE, REFERENCE, source);
    }

    private static ListedImage listed(String id, String... tags) {
        return new ListedImage(id, List.of(), List.of(tags), 1, false);
    }

    @Test
    void whatWasHereBeforeIsEverybodys() {
        assertThat(granted(records)).isTrue();
    }

    @Test
    void whatWasPulledWithASecretIsForWhoHasIt() {
        pull(Optional.of(OWN));

        assertThat(granted(records, OWN)).isTrue();
        assertThat(granted(records, OTHER)).isFalse();
        assertThat(granted(records)).isFalse();
        assertThat(files.names(PullRecordFiles.Folder.PULLING)).isEmpty();
    }

    @Test
    void whatWasPulledAsAServiceAccountIsForWhoRunsAsIt() {
        var account = new PullAccount("uid", "default", "robot");
        pull(Optional.of(account));

        assertThat(granted(of(files), account)).isTrue();
        assertThat(granted(records, OWN, account)).isTrue();
        assertThat(granted(records, new PullAccount("anew", "default", "robot"))).isFalse();
        assertThat(granted(records, OWN)).isFalse();
        assertThat(granted(records)).isFalse();
        assertThat(records.mayUse(IMAGE, REFERENCE))
                .isInstanceOfSatisfying(
                        Answer.Holders.class, it -> assertThat(it.accounts()).isTrue());
    }

    @Test
    void whatWasPulledOpenlyIsEverybodys() {
        pull(Optional.empty());

        assertThat(granted(records)).isTrue();
    }

    @Test
    void whoPullsItTooMayUseItFromThenOn() {
        pull(Optional.of(OWN));
        pull(Optional.of(OTHER));

        assertThat(granted(of(files), OWN)).isTrue();
        assertThat(granted(of(files), OTHER)).isTrue();
    }

    @Test
    void theSameCredentialInAnotherSecretIsWrittenDown() {
        pull(Optional.of(OWN));
        var copy = new PullSecret("uid3", "elsewhere", "copy", "hash");
        assertThat(granted(records, copy)).isTrue();

        assertThat(granted(of(files), new PullSecret("uid3", "elsewhere", "copy", "new"))).isTrue();
    }

    @Test
    void whileItIsPulledNobodyMayUseItUnpulled() {
        records.begins(IMAGE);

        assertThat(granted(records, OWN)).isFalse();
        records.failed(IMAGE);
        assertThat(granted(records)).isTrue();
    }

    @Test
    void theIntentOfSeveralGoesWithTheLast() {
        records.begins(IMAGE);
        records.begins(IMAGE);
        records.failed(IMAGE);
        assertThat(granted(of(files))).isFalse();

        records.failed(IMAGE);
        assertThat(granted(of(files))).isTrue();
    }

    @Test
    void anAgentThatDiedWhilePullingLeavesAWarning() {
        records.begins(IMAGE);

        var next = of(files);
        assertThat(granted(next, OWN)).isFalse();
        next.listed(List.of(listed(REFERENCE, IMAGE)), execution.now().plusSeconds(1));
        assertThat(files.names(PullRecordFiles.Folder.PULLING)).isEmpty();
        assertThat(granted(next, OWN)).isFalse();
    }

    @Test
    void theIntentOfAPullThatRunsStays() {
        records.begins(IMAGE);

        records.listed(List.of(listed(REFERENCE, IMAGE)), execution.now().plusSeconds(1));

        assertThat(files.names(PullRecordFiles.Folder.PULLING)).hasSize(1);
    }

    @Test
    void whatIsGoneIsForgottenUnlessItCameSince() {
        pull(Optional.of(OWN));
        records.listed(List.of(), execution.now());
        assertThat(granted(records)).isFalse();
        records.listed(List.of(listed(REFERENCE)), execution.now().plusSeconds(1));
        assertThat(granted(records)).isFalse();

        records.listed(List.of(), execution.now().plusSeconds(1));

        assertThat(files.names(PullRecordFiles.Folder.PULLED)).isEmpty();
    }

    @Test
    void aDamagedRecordLetsNobodyInUntilItIsPulledAgain() {
        pull(Optional.of(OWN));
        files.damage();
        assertThat(granted(records, OWN)).isFalse();

        pull(Optional.of(OWN));

        assertThat(granted(records, OWN)).isTrue();
    }

    @Test
    void aDiskThatFailsLetsNobodyInAndNothingBePulled() {
        pull(Optional.of(OWN));
        files.breaks(true);

        assertThat(granted(records, OWN)).isFalse();
        assertThatThrownBy(() -> records.begins(IMAGE)).isInstanceOf(HostCallException.class);
        records.listed(List.of(), execution.now().plusSeconds(1));
        files.breaks(false);
        assertThat(granted(records, OWN)).isTrue();
    }

    @Test
    void aPullThatCannotBeWrittenDownStaysAnIntent() {
        records.begins(IMAGE);
        files.breaks(true);
        records.pulled(IMAGE, REFERENCE, Optional.of(OWN));
        files.breaks(false);

        assertThat(granted(of(files), OWN)).isFalse();
    }
}
