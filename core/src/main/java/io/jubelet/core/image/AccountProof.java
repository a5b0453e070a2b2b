package io.jubelet.core.image;

import io.jubelet.core.image.AccountWish.Sharing;
import io.jubelet.core.runtime.PullAccount;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a program is shown of a pod's service account. Its text tells no token.
///
/// @param annotations those that it wants, by key
record AccountProof(PullAccount account, SortedMap<String, String> annotations, String token) {
    AccountProof {
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
    }

    /// What has to be the same for an answer to count once more.
    ///
    /// @param tokenHash empty where the token may be another
    record Key(PullAccount account, Map<String, String> annotations, String tokenHash) {}

    /// Upstream: plugin.go generateServiceAccountCacheKey.
    Key key(Sharing sharing) {
        var tokenHash =
                switch (sharing) {
                    case ACCOUNT -> "";
                    case TOKEN -> PullRecordText.hash(token);
                };
        return new Key(account, annotations, tokenHash);
    }

    @Override
    public String toString() {
        return "AccountProof[" + account + "]";
    }
}
