// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract AccruedTest is EscrowTest {
    function test_accrued_countsWallClockTime_uptoTheMaximum() public {
        MeterTerms memory terms = openDefault();
        assertAccrued(terms, 0, 0, 0);
        vm.warp(NOW + 1000);
        assertAccrued(terms, 1000, 277_000, 2_770);
        settleAsOperator(terms, 400);
        assertAccrued(terms, 1000, 277_000, 2_770);
        vm.warp(NOW + 9000);
        assertAccrued(terms, 3600, DEPOSIT, 9_972);
    }

    function test_accrued_standsStill_afterAStop() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 10);
        stopAsPayer(terms);
        vm.warp(NOW + 1000);
        assertAccrued(terms, 10, 2_770, 27);
    }

    function test_accrued_isWhatWasBilled_onceEnded() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 400);
        vm.warp(NOW + 2000);
        assertAccrued(terms, 400, 110_800, 1_108);
    }

    function test_accrued_isZero_whenNeverOpened() public view {
        assertAccrued(defaultTerms(), 0, 0, 0);
    }

    function test_claimable_isWhatASettlementWouldCharge() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 400);
        (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee) = escrow.claimable(terms);
        vm.assertEq(fromSecond, 400, "fromSecond");
        vm.assertEq(toSecond, 1000, "toSecond");
        vm.assertEq(gross, 166_200, "gross");
        vm.assertEq(fee, 1_662, "fee");
        (uint256 charged, uint256 chargedFee) = settleAsOperator(terms, 3600);
        vm.assertEq(charged, gross, "charged");
        vm.assertEq(chargedFee, fee, "charged fee");
    }

    function test_claimable_isNothing_onceEnded() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 400);
        (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee) = escrow.claimable(terms);
        vm.assertEq(fromSecond, 400, "fromSecond");
        vm.assertEq(toSecond, 400, "toSecond");
        vm.assertEq(gross + fee, 0, "amounts");
    }

    function test_deposit_roundsUp_fromTheSmallestRate() public view {
        MeterTerms memory terms = defaultTerms();
        terms.maxSeconds = 1;
        terms.ratePerSecond = 1;
        vm.assertEq(escrow.deposit(terms), 1, "a millionth of a millionth");
        terms.ratePerSecond = 1e12;
        vm.assertEq(escrow.deposit(terms), 1, "one base unit");
        terms.ratePerSecond = 1e12 + 1;
        vm.assertEq(escrow.deposit(terms), 2, "a little more");
    }

    function testFuzz_deposit_coversTheMaximumAndNoBaseUnitMore(uint128 rate, uint32 maxSeconds) public view {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = rate;
        terms.maxSeconds = uint32(bound(maxSeconds, 1, 30 days));
        uint256 exact = uint256(rate) * terms.maxSeconds;
        uint256 deposit = escrow.deposit(terms);
        vm.assertGe(deposit * 1e12, exact, "covers");
        vm.assertTrue(deposit == 0 || (deposit - 1) * 1e12 < exact, "no more");
        (uint256 gross,) = escrow.accruedAt(terms, terms.maxSeconds);
        vm.assertLe(gross, deposit, "gross");
        vm.assertLe(deposit - gross, 1, "rest");
    }

    function assertAccrued(MeterTerms memory terms, uint256 second, uint256 gross, uint256 fee) private view {
        (uint32 actualSecond, uint256 actualGross, uint256 actualFee) = escrow.accrued(terms);
        vm.assertEq(actualSecond, second, "second");
        vm.assertEq(actualGross, gross, "gross");
        vm.assertEq(actualFee, fee, "fee");
    }
}
