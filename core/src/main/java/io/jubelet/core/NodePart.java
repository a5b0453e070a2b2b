package io.jubelet.core;

import io.jubelet.core.admission.AdmissionRules;
import io.jubelet.core.host.Machine;
import io.jubelet.core.node.NodeSettings;

/// What an agent that is a node has beside its pods.
///
/// @param onRepeatedFailure closes connections to the API server that may be dead
public record NodePart(
        Machine machine, NodeSettings settings, AdmissionRules rules, Runnable onRepeatedFailure) {}
