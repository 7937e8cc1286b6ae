// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Where a meter is in its life. It only ever moves forward, and an ended meter never opens again.
enum MeterStatus {
    Unknown,
    Open,
    Closed,
    Reclaimed
}

/// @notice What is stored of a meter, in one slot; all else follows from its terms.
struct Meter {
    MeterStatus status;
    /// @dev When it opened, in unix seconds.
    uint40 openedAt;
    /// @dev When the payer stopped it, in unix seconds; zero if they did not.
    uint40 stoppedAt;
    /// @dev Seconds charged so far, cumulative.
    uint32 billedSeconds;
}
