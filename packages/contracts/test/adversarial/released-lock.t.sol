// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The lock against reentry lasts as long as a transaction does. This test is one transaction: it holds a
/// refused call of each function, and the lock is open for the calls after it.
contract ReleasedLockTest is EscrowTest {
    function test_refusedCalls_leaveNoLockBehind() public {
        MeterTerms memory terms = openDefault();
        MeterTerms[] memory batch = new MeterTerms[](1);
        bytes[9] memory calls = [
            abi.encodeCall(escrow.open, (terms, "")),
            abi.encodeCall(escrow.settle, (terms, 1)),
            abi.encodeCall(escrow.settleBatch, (batch, new uint32[](2))),
            abi.encodeCall(escrow.close, (terms, 1)),
            abi.encodeCall(escrow.closeBatch, (batch, new uint32[](2))),
            abi.encodeCall(escrow.stop, (terms)),
            abi.encodeCall(escrow.stopBySig, (terms, "")),
            abi.encodeCall(escrow.reclaim, (terms)),
            abi.encodeCall(escrow.withdrawCredit, (address(token), stranger))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool success, bytes memory reason) = address(escrow).call(calls[i]);
            vm.assertTrue(!success, "refused");
            vm.assertTrue(bytes4(reason) != IMeterEscrow.Reentered.selector, "still locked");
        }
        closeAsOperator(terms, 0);
        assertBalances(FUNDS, 0, 0, 0);
    }
}
