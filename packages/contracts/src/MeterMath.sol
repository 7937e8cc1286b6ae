// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "./MeterTerms.sol";

/// @notice The money of a meter, in base units (1e-6) of its token. All of it is cumulative: a settlement is the difference
/// of two totals, so remainders carry over and the sum does not depend on how it is split. uint128 × uint32 fits uint256.
library MeterMath {
    /// @dev Rates have 18 decimals and base units 6, hence 1e12 parts of a rate in one base unit.
    uint256 private constant RATE_UNITS_PER_BASE_UNIT = 1e12;
    uint256 private constant BASIS_POINTS = 10_000;

    /// @notice What the payer deposits: the rate times the maximum seconds, rounded up.
    function deposit(MeterTerms calldata terms) internal pure returns (uint256) {
        uint256 exact = uint256(terms.ratePerSecond) * terms.maxSeconds;
        return (exact + RATE_UNITS_PER_BASE_UNIT - 1) / RATE_UNITS_PER_BASE_UNIT;
    }

    /// @notice What `second` seconds cost in all, rounded down, the fee included.
    function gross(MeterTerms calldata terms, uint256 second) internal pure returns (uint256) {
        return _gross(terms.ratePerSecond, second);
    }

    /// @notice What is charged between two cumulative seconds, and the fee's part of it.
    /// @dev `fromSecond` must not be above `toSecond`. The fee never exceeds the amount: at most a tenth of it, rounded up.
    function between(MeterTerms calldata terms, uint256 fromSecond, uint256 toSecond)
        internal
        pure
        returns (uint256 amount, uint256 feePart)
    {
        (uint256 rate, uint256 feeBps) = (terms.ratePerSecond, terms.feeBps);
        uint256 before = _gross(rate, fromSecond);
        uint256 total = _gross(rate, toSecond);
        amount = total - before;
        feePart = _fee(feeBps, total) - _fee(feeBps, before);
    }

    function _gross(uint256 rate, uint256 second) private pure returns (uint256) {
        return rate * second / RATE_UNITS_PER_BASE_UNIT;
    }

    function _fee(uint256 feeBps, uint256 total) private pure returns (uint256) {
        return total * feeBps / BASIS_POINTS;
    }
}
