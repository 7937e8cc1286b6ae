// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract AccruedAtTest is EscrowTest {
    function test_accruedAt_isRateTimesSeconds_notClamped() public view {
        MeterTerms memory terms = defaultTerms();
        (uint256 gross, uint256 fee) = escrow.accruedAt(terms, 3601);
        vm.assertEq(gross, 997_477, "gross");
        vm.assertEq(fee, 9_974, "fee");
    }

    function testFuzz_accruedAt_roundsDown_andTheFeeIsWithinIt(uint128 rate, uint32 second, uint16 feeBps) public view {
        MeterTerms memory terms = defaultTerms();
        (terms.ratePerSecond, terms.feeBps) = (rate, uint16(bound(feeBps, 0, 10_000)));
        (uint256 gross, uint256 fee) = escrow.accruedAt(terms, second);
        uint256 exact = uint256(rate) * second;
        vm.assertLe(gross * 1e12, exact, "not above the exact price");
        vm.assertLe(exact, gross * 1e12 + 1e12 - 1, "less than a base unit below it");
        vm.assertEq(fee, gross * terms.feeBps / 10_000, "fee");
    }
}
