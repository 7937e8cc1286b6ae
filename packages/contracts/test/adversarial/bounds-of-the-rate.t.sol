// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The largest and the smallest meters there can be, charged to the end, and ended in the middle: no base unit
/// is made, lost or left behind.
contract BoundsOfTheRateTest is EscrowTest {
    uint256 private constant LARGEST_DEPOSIT = type(uint96).max;
    uint32 private constant LONGEST = 30 days;

    struct Life {
        uint128 rate;
        uint32 maxSeconds;
        uint16 feeBps;
        uint32[3] reached;
        bool reclaims;
    }

    function test_theLargestDeposit_isChargedWhole() public {
        MeterTerms memory terms = openAt(uint128(LARGEST_DEPOSIT * 1e12 / LONGEST), LONGEST);
        uint256 deposit = escrow.deposit(terms);
        vm.assertLe(LARGEST_DEPOSIT - deposit, 3, "no rate gets closer");
        vm.warp(NOW + LONGEST);
        (uint256 gross, uint256 fee, uint256 refund) = closeAsOperator(terms, type(uint32).max);
        vm.assertEq(gross, uint256(terms.ratePerSecond) * LONGEST / 1e12, "gross");
        vm.assertEq(fee, gross / 10, "fee");
        vm.assertEq(gross + refund, deposit, "all of it");
        assertPaidOut(gross, fee);
    }

    function test_theSmallestRate_costsNothing_andComesBack() public {
        MeterTerms memory terms = openAt(1, 60);
        vm.assertEq(token.balanceOf(address(escrow)), 1, "deposit");
        vm.warp(NOW + 60);
        (uint256 gross,, uint256 refund) = closeAsOperator(terms, 60);
        vm.assertEq(gross, 0, "gross");
        vm.assertEq(refund, 1, "refund");
        assertPaidOut(0, 0);
    }

    /// @dev The rest of the division is the payer's: less than a base unit over a meter's whole life.
    function testFuzz_anyRate_leavesNothingBehind(Life memory life) public {
        uint32 longest = uint32(bound(life.maxSeconds, 60, LONGEST));
        uint128 rate = uint128(bound(life.rate, 0, LARGEST_DEPOSIT * 1e12 / longest));
        MeterTerms memory terms = openAt(rate, longest, uint16(bound(life.feeBps, 0, 1000)));
        uint256 deposit = escrow.deposit(terms);
        vm.warp(terms.expiry);
        (uint256 gross, uint256 fee, uint256 exact) = settleInParts(terms, life.reached);
        uint256 refund = life.reclaims ? escrow.reclaim(terms) : closeForRefund(terms);
        vm.assertLe(gross * 1e12, exact, "not above the exact price");
        vm.assertLe(exact, gross * 1e12 + 1e12 - 1, "less than a base unit below it");
        vm.assertEq(fee, gross * terms.feeBps / 10_000, "fee");
        vm.assertEq(gross + refund, deposit, "all of it");
        assertPaidOut(gross, fee);
    }

    function settleInParts(MeterTerms memory terms, uint32[3] memory reached)
        private
        returns (uint256 gross, uint256 fee, uint256 exact)
    {
        for (uint256 i = 0; i < reached.length; i++) {
            uint32 second = uint32(bound(reached[i], 0, terms.maxSeconds));
            (uint256 part, uint256 feePart) = settleAsOperator(terms, second);
            vm.assertLe(feePart, part, "fee within the part");
            (gross, fee) = (gross + part, fee + feePart);
            if (uint256(terms.ratePerSecond) * second > exact) exact = uint256(terms.ratePerSecond) * second;
        }
    }

    function closeForRefund(MeterTerms memory terms) private returns (uint256 refund) {
        (,, refund) = closeAsOperator(terms, 0);
    }

    function openAt(uint128 rate, uint32 maxSeconds) private returns (MeterTerms memory) {
        return openAt(rate, maxSeconds, 1000);
    }

    function openAt(uint128 rate, uint32 maxSeconds, uint16 feeBps) private returns (MeterTerms memory terms) {
        terms = defaultTerms();
        (terms.ratePerSecond, terms.maxSeconds, terms.feeBps) = (rate, maxSeconds, feeBps);
        terms.expiry = terms.openBy + maxSeconds;
        token.mint(payer, LARGEST_DEPOSIT);
        openMeter(terms);
    }

    function assertPaidOut(uint256 gross, uint256 fee) private view {
        assertBalances(FUNDS + LARGEST_DEPOSIT - gross, gross - fee, fee, 0);
    }
}
