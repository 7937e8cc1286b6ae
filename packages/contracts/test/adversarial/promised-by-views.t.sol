// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The next settlement moves exactly the amounts that the views report, to the base unit, at any time.
contract PromisedByViewsTest is EscrowTest {
    struct Life {
        uint128 rate;
        uint16 feeBps;
        uint32 billed;
        uint256 elapsed;
        uint256 elapsedAfter;
        bool stops;
    }

    function testFuzz_claimable_isWhatASettlementCharges(Life memory life) public {
        MeterTerms memory terms = live(life);
        (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee) = escrow.claimable(terms);
        vm.assertLe(fromSecond, toSecond, "forward");
        vm.assertEq(escrow.state(escrow.getId(terms)).billedSeconds, fromSecond, "seconds before");
        (uint256 charged, uint256 chargedFee) = settleAsOperator(terms, type(uint32).max);
        vm.assertEq(charged, gross, "gross");
        vm.assertEq(chargedFee, fee, "fee");
        vm.assertEq(escrow.state(escrow.getId(terms)).billedSeconds, toSecond, "seconds after");
        (,, gross, fee) = escrow.claimable(terms);
        vm.assertEq(gross + fee, 0, "left to claim");
    }

    function testFuzz_accrued_isWhatALifeCosts(Life memory life) public {
        MeterTerms memory terms = live(life);
        (uint32 second, uint256 gross, uint256 fee) = escrow.accrued(terms);
        closeAsOperator(terms, type(uint32).max);
        vm.assertEq(escrow.state(escrow.getId(terms)).billedSeconds, second, "seconds");
        assertBalances(FUNDS - gross, gross - fee, fee, 0);
        (uint32 secondAfter, uint256 grossAfter, uint256 feeAfter) = escrow.accrued(terms);
        vm.assertEq(secondAfter, second, "seconds, once ended");
        vm.assertEq(grossAfter, gross, "gross, once ended");
        vm.assertEq(feeAfter, fee, "fee, once ended");
    }

    /// @dev A meter that was charged once, perhaps stopped, and left alone for a while.
    function live(Life memory life) private returns (MeterTerms memory terms) {
        terms = defaultTerms();
        terms.ratePerSecond = uint128(bound(life.rate, 0, FUNDS * 1e12 / terms.maxSeconds));
        terms.feeBps = uint16(bound(life.feeBps, 0, 1000));
        openMeter(terms);
        uint256 time = NOW + bound(life.elapsed, 0, 5000);
        vm.warp(time);
        settleAsOperator(terms, life.billed);
        if (life.stops) stopAsPayer(terms);
        vm.warp(time + bound(life.elapsedAfter, 0, 100 days));
    }
}
