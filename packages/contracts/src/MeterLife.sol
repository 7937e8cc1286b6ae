// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "./IMeterEscrow.sol";
import {MeterStatus} from "./Meter.sol";

/// @title MeterLife
/// @notice Which step of a meter's life may follow which, and how many seconds of it may be charged.
/// @dev Pure, apart from storage, tokens and signatures, so that a machine can prove it. Seconds and times are whole
/// words here, because narrowing ones defeat a solver. Each step takes the stored state and returns the state to store,
/// or reverts.
library MeterLife {
    /// @notice Seconds billed after a charge: as near to `toSecond` as may be charged at `timestamp`, and never fewer.
    /// @param status Where the meter is.
    /// @param openedAt When it opened.
    /// @param stoppedAt When the payer stopped it, or zero.
    /// @param billedSeconds Seconds billed before.
    /// @param toSecond Seconds asked for in all.
    /// @param maxSeconds The most that the terms allow.
    /// @param timestamp Now.
    /// @return Seconds billed in all, or `billedSeconds` when the charge is empty.
    function bill(
        MeterStatus status,
        uint256 openedAt,
        uint256 stoppedAt,
        uint256 billedSeconds,
        uint256 toSecond,
        uint256 maxSeconds,
        uint256 timestamp
    ) internal pure returns (uint256) {
        uint256 most = chargeableSeconds(status, openedAt, stoppedAt, billedSeconds, maxSeconds, timestamp);
        if (toSecond > most) toSecond = most;
        return toSecond > billedSeconds ? toSecond : billedSeconds;
    }

    /// @notice min(maxSeconds, min(now, stoppedAt, expiry) − openedAt), the most that may be charged in all. For a meter
    /// that is not open, its billed seconds.
    /// @dev The expiry needs no term of its own: it is at least `openBy` + `maxSeconds`, and the meter opened before `openBy`.
    /// `openedAt` is never after `timestamp` or a stop: both are times of blocks after the opening.
    function chargeableSeconds(
        MeterStatus status,
        uint256 openedAt,
        uint256 stoppedAt,
        uint256 billedSeconds,
        uint256 maxSeconds,
        uint256 timestamp
    ) internal pure returns (uint256) {
        if (status != MeterStatus.Open) return billedSeconds;
        uint256 end = stoppedAt == 0 ? timestamp : stoppedAt;
        uint256 elapsed = end - openedAt;
        return elapsed < maxSeconds ? elapsed : maxSeconds;
    }

    /// @notice The status after the operator's end. A meter that is not open stays as it is.
    function close(MeterStatus status) internal pure returns (MeterStatus) {
        return status == MeterStatus.Open ? MeterStatus.Closed : status;
    }

    /// @notice The status after an opening, once for each id.
    function open(bytes32 id, MeterStatus status) internal pure returns (MeterStatus) {
        require(status == MeterStatus.Unknown, IMeterEscrow.AlreadyOpened(id));
        return MeterStatus.Open;
    }

    /// @notice The status after a call that ends the meter for its payer: from `expiry` on, or from `stopGrace` seconds
    /// after a stop.
    function reclaim(
        bytes32 id,
        MeterStatus status,
        uint40 stoppedAt,
        uint32 stopGrace,
        uint40 expiry,
        uint256 timestamp
    ) internal pure returns (MeterStatus) {
        require(status == MeterStatus.Open, IMeterEscrow.NotOpen(id, status));
        uint256 due = expiry;
        if (stoppedAt != 0) {
            uint256 graceEnd = uint256(stoppedAt) + stopGrace;
            if (graceEnd < due) due = graceEnd;
        }
        require(timestamp >= due, IMeterEscrow.ReclaimTooEarly(timestamp, due));
        return MeterStatus.Reclaimed;
    }

    /// @notice When the meter stopped, after a stop, which works once.
    function stop(bytes32 id, MeterStatus status, uint40 stoppedAt, uint256 timestamp) internal pure returns (uint40) {
        require(status == MeterStatus.Open, IMeterEscrow.NotOpen(id, status));
        require(stoppedAt == 0, IMeterEscrow.AlreadyStopped(id, stoppedAt));
        return uint40(timestamp);
    }
}
