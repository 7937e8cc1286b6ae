// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract DepositTest is EscrowTest {
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

    // docs/money.md, rule 3
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
}
