// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title MeterMath
/// @notice The cost of seconds. Rates are 1e-18 of a whole token a second, amounts are base units of a token with 6
/// decimals.
/// @dev Everything is a function of cumulative seconds: nothing depends on how a charge is split, and the differences of
/// totals add up exactly. The types bound every product below 2^201, so no operation can overflow. `npm run prove` shows
/// it.
library MeterMath {
    /// @dev Rates have 18 decimals and base units 6, hence 1e12 parts of a rate in one base unit.
    uint256 private constant RATE_UNITS_PER_BASE_UNIT = 1e12;
    uint256 private constant BASIS_POINTS = 10_000;

    /// @notice The payer's deposit: the rate times the maximum seconds, rounded up.
    /// @param ratePerSecond In 1e-18 of a whole token.
    /// @param maxSeconds The most seconds that can be charged.
    /// @return Base units.
    function deposit(uint128 ratePerSecond, uint32 maxSeconds) internal pure returns (uint256) {
        unchecked {
            uint256 exact = uint256(ratePerSecond) * maxSeconds;
            return (exact + RATE_UNITS_PER_BASE_UNIT - 1) / RATE_UNITS_PER_BASE_UNIT;
        }
    }

    /// @notice The total cost of seconds, rounded down, the fee included.
    /// @param ratePerSecond In 1e-18 of a whole token.
    /// @param second Seconds from the start of the meter's life.
    /// @return Base units.
    function gross(uint128 ratePerSecond, uint32 second) internal pure returns (uint256) {
        unchecked {
            return uint256(ratePerSecond) * second / RATE_UNITS_PER_BASE_UNIT;
        }
    }

    /// @notice The charge between two cumulative seconds, and the fee's part of it.
    /// @param ratePerSecond In 1e-18 of a whole token.
    /// @param feeBps Basis points, at most 10,000.
    /// @param fromSecond Must not be above `toSecond`.
    /// @param toSecond Seconds from the start of the meter's life.
    /// @return amount Base units.
    /// @return feePart Base units, never above `amount`.
    function between(uint128 ratePerSecond, uint16 feeBps, uint32 fromSecond, uint32 toSecond)
        internal
        pure
        returns (uint256 amount, uint256 feePart)
    {
        uint256 before = gross(ratePerSecond, fromSecond);
        uint256 total = gross(ratePerSecond, toSecond);
        unchecked {
            amount = total - before;
            feePart = _fee(feeBps, total) - _fee(feeBps, before);
        }
    }

    function _fee(uint16 feeBps, uint256 total) private pure returns (uint256) {
        unchecked {
            return total * feeBps / BASIS_POINTS;
        }
    }
}
