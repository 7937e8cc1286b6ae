// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract ClaimableTest is EscrowTest {
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
}
