// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {CallbackToken} from "../mocks/MisbehavingTokens.sol";

/// @notice Batches that name one meter again and again, or have a hostile token stand between neighbours.
contract CrowdedBatchTest is EscrowTest {
    function test_closeBatch_endsAMeterOnce_howeverOftenItIsNamed() public {
        MeterTerms memory named = openDefault();
        MeterTerms memory between = defaultTerms();
        between.salt = "between";
        between.merchant = stranger;
        openMeter(between);
        vm.warp(NOW + 1000);
        MeterTerms[] memory terms = new MeterTerms[](5);
        uint32[] memory toSeconds = new uint32[](5);
        for (uint256 i = 0; i < 5; i++) {
            terms[i] = i == 2 ? between : named;
            toSeconds[i] = uint32(100 * (i + 1));
        }
        vm.prank(operator);
        escrow.closeBatch(terms, toSeconds);
        vm.assertEq(token.balanceOf(stranger), 82_269, "other merchant's balance");
        assertBalances(FUNDS - 27_700 - 83_100, 27_423, 277 + 831, 0);
        assertState(escrow.getId(named), MeterStatus.Closed, NOW, 0, 100);
    }

    /// @dev The first item's payment is still owed when the hostile token is called, which is when it calls back.
    function test_aHostileTokenInTheMiddle_takesNothingFromItsNeighbours() public {
        CallbackToken hostile = new CallbackToken();
        hostile.mint(payer, DEPOSIT);
        MeterTerms[] memory terms = new MeterTerms[](3);
        uint32[] memory toSeconds = new uint32[](3);
        for (uint256 i = 0; i < 3; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i);
            toSeconds[i] = 1000;
            if (i == 1) terms[i].token = address(hostile);
            if (i != 1) openMeter(terms[i]);
        }
        vm.prank(operator);
        escrow.open(terms[1], "");
        vm.warp(NOW + 1000);
        hostile.callBack(address(escrow), abi.encodeCall(escrow.settleBatch, (terms, toSeconds)));
        vm.prank(operator);
        escrow.closeBatch(terms, toSeconds);
        vm.assertEq(
            hostile.answer(), abi.encodeWithSelector(IMeterEscrow.Reentered.selector, address(hostile)), "answer"
        );
        vm.assertEq(hostile.balanceOf(merchant), 274_230, "merchant's balance of the hostile token");
        assertBalances(FUNDS - 2 * 277_000, 2 * 274_230, 2 * 2_770, 0);
    }
}
