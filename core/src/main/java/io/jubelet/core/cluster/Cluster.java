package io.jubelet.core.cluster;

/// The connections to one API server.
///
/// @param api what the agent's own work goes through
/// @param events for events alone: a flood of them delays nothing else
/// @param heartbeats for the node's lease and status alone, with no rate limit: a busy connection
///     never makes the node look dead
public record Cluster(ClusterApi api, ClusterApi events, ClusterApi heartbeats) {}
