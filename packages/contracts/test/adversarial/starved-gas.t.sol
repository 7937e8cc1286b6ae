// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice With any amount of gas from a caller, a transfer that ran out of gas is never taken for a refused transfer.
/// docs/money.md, rule 10
contract StarvedGasTest is EscrowTest {
    uint256 private constant STEP = 250;
    uint256 private constant ENOUGH = 2_000_000;

    /// @dev Any account may send this call, so a stranger could have made the payer wait for a second transaction.
    function test_aStranger_cannotTurnAReclaimIntoCredit() public {
        MeterTerms memory terms = openDefault();
        vm.warp(terms.expiry);
        sweep(stranger, abi.encodeCall(escrow.reclaim, (terms)));
        assertNoCredit();
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_anOperator_cannotTurnABatchOfSettlementsIntoCredit() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openThree();
        sweep(operator, abi.encodeCall(escrow.settleBatch, (terms, toSeconds)));
        assertNoCredit();
        assertBalances(FUNDS - 3 * DEPOSIT, 2 * 274_230, 3 * 2_770, 3 * (DEPOSIT - 277_000));
    }

    function test_anOperator_cannotTurnABatchOfClosesIntoCredit() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openThree();
        sweep(operator, abi.encodeCall(escrow.closeBatch, (terms, toSeconds)));
        assertNoCredit();
        assertBalances(FUNDS - 3 * 277_000, 2 * 274_230, 3 * 2_770, 0);
    }

    /// @dev Two recipients, and one of them twice but not in a row: four payments to starve.
    function openThree() private returns (MeterTerms[] memory terms, uint32[] memory toSeconds) {
        (terms, toSeconds) = (new MeterTerms[](3), new uint32[](3));
        for (uint256 i = 0; i < 3; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i);
            if (i == 1) terms[i].merchant = stranger;
            toSeconds[i] = 1000;
            openMeter(terms[i]);
        }
        vm.warp(NOW + 1000);
    }

    function sweep(address sender, bytes memory call) private {
        for (uint256 gasLimit = STEP; gasLimit < ENOUGH; gasLimit += STEP) {
            vm.prank(sender);
            (bool success,) = address(escrow).call{gas: gasLimit}(call);
            if (success) return;
        }
        vm.assertTrue(false, "never succeeded");
    }

    function assertNoCredit() private view {
        address[4] memory accounts = [payer, merchant, feeRecipient, stranger];
        for (uint256 i = 0; i < accounts.length; i++) {
            vm.assertEq(escrow.credit(address(token), accounts[i]), 0, "credit");
        }
    }
}
