// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Where a meter is in its life. It only ever moves forward, and an ended meter never opens again.
enum MeterStatus {
    Unknown,
    Open,
    Closed,
    Reclaimed
}

/// @notice The stored state of a meter, in one slot. All else follows from its terms.
struct Meter {
    MeterStatus status;
    /// @dev When it opened, in unix seconds.
    uint40 openedAt;
    /// @dev When the payer stopped it, in unix seconds, or zero without a stop.
    uint40 stoppedAt;
    /// @dev Seconds charged so far, cumulative.
    uint32 billedSeconds;
}
