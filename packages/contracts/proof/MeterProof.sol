// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../src/Meter.sol";
import {MeterLife} from "../src/MeterLife.sol";
import {MeterMath} from "../src/MeterMath.sol";

// The theorems that the solver proves about the shipped libraries, for every argument of their types instead of
// samples. Each contract is a theorem: its `require`s are the assumptions, its `assert`s the claims. `UNIT` is the
// 1e-12 of a base unit that prices have.

uint256 constant UNIT = 1e12;

contract GrossIsRoundedDown {
    function prove(uint128 rate, uint32 second) external pure {
        uint256 gross = MeterMath.gross(rate, second);
        uint256 exact = uint256(rate) * second;
        assert(gross * UNIT <= exact);
        assert(exact - gross * UNIT < UNIT);
    }
}

contract DepositIsRoundedUp {
    function prove(uint128 rate, uint32 maxSeconds) external pure {
        uint256 deposit = MeterMath.deposit(rate, maxSeconds);
        uint256 exact = uint256(rate) * maxSeconds;
        assert(deposit * UNIT >= exact);
        assert(deposit * UNIT - exact < UNIT);
    }
}

contract GrossNeverExceedsTheDeposit {
    function prove(uint128 rate, uint32 second, uint32 maxSeconds) external pure {
        require(second <= maxSeconds);
        assert(MeterMath.gross(rate, second) <= MeterMath.deposit(rate, maxSeconds));
    }
}

contract WhatIsLeftOfAFullMeterIsAtMostOne {
    function prove(uint128 rate, uint32 maxSeconds) external pure {
        assert(MeterMath.deposit(rate, maxSeconds) - MeterMath.gross(rate, maxSeconds) <= 1);
    }
}

/// @dev So a charge, the difference of two totals, is never below zero, and charges telescope.
contract GrossIsMonotone {
    function prove(uint128 rate, uint32 earlier, uint32 later) external pure {
        require(earlier <= later);
        assert(MeterMath.gross(rate, earlier) <= MeterMath.gross(rate, later));
    }
}

contract TheFeeIsWithinTheAmount {
    function prove(uint128 rate, uint16 feeBps, uint32 from, uint32 to) external pure {
        require(feeBps <= 1000 && from <= to);
        (uint256 amount, uint256 fee) = MeterMath.between(rate, feeBps, from, to);
        assert(fee <= amount);
    }
}

contract AChargeIsWithinMaximumClockAndStop {
    function prove(
        MeterStatus status,
        uint40 openedAt,
        uint40 stoppedAt,
        uint32 billed,
        uint32 toSecond,
        uint32 maxSeconds,
        uint256 timestamp
    ) external pure {
        uint256 end = stoppedAt == 0 ? timestamp : stoppedAt;
        require(openedAt <= end && end <= timestamp);
        uint256 after_ = MeterLife.bill(status, openedAt, stoppedAt, billed, toSecond, maxSeconds, timestamp);
        assert(after_ >= billed);
        if (after_ != billed) {
            assert(status == MeterStatus.Open);
            assert(after_ <= toSecond);
            assert(after_ <= maxSeconds);
            assert(after_ <= timestamp - openedAt);
            assert(stoppedAt == 0 || after_ <= stoppedAt - openedAt);
        }
    }
}

/// @dev The expiry needs no term in the clamp.
contract AChargeIsWithinTheExpiry {
    function prove(
        uint40 openedAt,
        uint32 billed,
        uint32 toSecond,
        uint32 maxSeconds,
        uint40 openBy,
        uint40 expiry,
        uint256 timestamp
    ) external pure {
        require(openedAt < openBy && openedAt <= timestamp);
        require(uint256(openBy) + maxSeconds <= expiry && uint256(openedAt) + billed <= expiry);
        uint256 after_ = MeterLife.bill(MeterStatus.Open, openedAt, 0, billed, toSecond, maxSeconds, timestamp);
        assert(uint256(openedAt) + after_ <= expiry);
    }
}

contract BillingTwiceIsBillingOnce {
    function prove(uint40 openedAt, uint32 billed, uint32 toSecond, uint32 maxSeconds, uint256 timestamp)
        external
        pure
    {
        require(openedAt <= timestamp);
        uint256 once = MeterLife.bill(MeterStatus.Open, openedAt, 0, billed, toSecond, maxSeconds, timestamp);
        assert(MeterLife.bill(MeterStatus.Open, openedAt, 0, once, toSecond, maxSeconds, timestamp) == once);
    }
}

contract EndedStaysEnded {
    function prove(
        MeterStatus status,
        uint40 openedAt,
        uint40 stoppedAt,
        uint32 billed,
        uint32 toSecond,
        uint32 maxSeconds,
        uint256 timestamp
    ) external pure {
        require(status == MeterStatus.Closed || status == MeterStatus.Reclaimed);
        assert(MeterLife.close(status) == status);
        assert(MeterLife.bill(status, openedAt, stoppedAt, billed, toSecond, maxSeconds, timestamp) == billed);
    }
}

/// @dev Code after a step that refuses is never reached.
contract EndedNeverOpens {
    function prove(MeterStatus status) external pure {
        require(status != MeterStatus.Unknown);
        MeterLife.open(0, status);
        assert(false);
    }
}

contract EndedNeverStops {
    function prove(MeterStatus status, uint40 stoppedAt, uint256 timestamp) external pure {
        require(status != MeterStatus.Open || stoppedAt != 0);
        MeterLife.stop(0, status, stoppedAt, timestamp);
        assert(false);
    }
}

contract EndedIsNeverReclaimed {
    function prove(MeterStatus status, uint40 stoppedAt, uint32 grace, uint40 expiry, uint256 timestamp) external pure {
        require(status != MeterStatus.Open);
        MeterLife.reclaim(0, status, stoppedAt, grace, expiry, timestamp);
        assert(false);
    }
}

contract NothingIsReclaimedEarly {
    function prove(uint40 stoppedAt, uint32 grace, uint40 expiry, uint256 timestamp) external pure {
        MeterStatus next = MeterLife.reclaim(0, MeterStatus.Open, stoppedAt, grace, expiry, timestamp);
        assert(next == MeterStatus.Reclaimed);
        assert(timestamp >= expiry || (stoppedAt != 0 && timestamp >= uint256(stoppedAt) + grace));
    }
}

contract OnlyTheUnknownOpen {
    function prove(MeterStatus status) external pure {
        assert(MeterLife.open(0, status) == MeterStatus.Open);
        assert(status == MeterStatus.Unknown);
    }
}

// Negative controls: each is false, and a run that does not refute it proves nothing.

contract FalseGrossIsExact {
    function prove(uint128 rate, uint32 second) external pure {
        assert(MeterMath.gross(rate, second) * UNIT == uint256(rate) * second);
    }
}

contract FalseFeeIsWithinAnyPart {
    function prove(uint128 rate, uint16 feeBps, uint32 from, uint32 to) external pure {
        require(feeBps <= 1000 && from <= to);
        (uint256 amount, uint256 fee) = MeterMath.between(rate, feeBps, from, to);
        assert(fee < amount);
    }
}

contract FalseWholeDepositIsSpent {
    function prove(uint128 rate, uint32 maxSeconds) external pure {
        assert(MeterMath.deposit(rate, maxSeconds) == MeterMath.gross(rate, maxSeconds));
    }
}

contract FalseStopHoldsWithoutIt {
    function prove(uint40 openedAt, uint40 stoppedAt, uint32 toSecond, uint32 maxSeconds, uint256 timestamp)
        external
        pure
    {
        require(openedAt <= stoppedAt && stoppedAt <= timestamp && stoppedAt != 0);
        uint256 billed = MeterLife.bill(MeterStatus.Open, openedAt, 0, 0, toSecond, maxSeconds, timestamp);
        assert(billed <= stoppedAt - openedAt);
    }
}

contract FalseClosedMetersAreReclaimed {
    function prove(uint40 stoppedAt, uint32 grace, uint40 expiry, uint256 timestamp) external pure {
        MeterLife.reclaim(0, MeterStatus.Open, stoppedAt, grace, expiry, timestamp);
        assert(false);
    }
}
