package io.jubelet.app.up;

import io.jubelet.core.Agent;

/// A node that `up` started, real or simulated.
///
/// @param drain ends every pod in the ordinary way
/// @param afterwards takes away what was started for the node
record RunningNode(Agent agent, String description, Runnable drain, Runnable afterwards) {}
