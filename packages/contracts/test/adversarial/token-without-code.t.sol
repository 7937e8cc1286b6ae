// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice A call to nothing succeeds in the EVM. The escrow takes none for a transfer.
contract TokenWithoutCodeTest is EscrowTest {
    /// @dev A precompile that cannot read its input takes all it is given.
    uint256 private constant GAS = 1_000_000;

    /// @dev An empty account, and the precompiles: hashing and copying ones answer any call with a word.
    function test_open_reverts_whenTheTokenHasNoCode() public {
        for (uint160 i = 0; i < 12; i++) {
            MeterTerms memory terms = defaultTerms();
            terms.token = i == 0 ? address(0xE0A) : address(i);
            terms.ratePerSecond = 0;
            vm.prank(operator);
            (bool success,) = address(escrow).call{gas: GAS}(abi.encodeCall(escrow.open, (terms, "")));
            vm.assertTrue(!success, "refused");
            assertState(escrow.getId(terms), MeterStatus.Unknown, 0, 0, 0);
        }
    }

    /// @dev If a token vanished, the escrow would book no payment. If the token came back, no amount would be lost.
    function test_nothingIsBooked_whileTheTokenHasNoCode() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        stopAsPayer(terms);
        vm.warp(terms.expiry);
        bytes memory code = address(token).code;
        vm.etch(address(token), "");
        expectTransferFailed(operator, abi.encodeCall(escrow.settle, (terms, 1000)), merchant, 274_230);
        expectTransferFailed(operator, abi.encodeCall(escrow.close, (terms, 1000)), merchant, 274_230);
        expectTransferFailed(stranger, abi.encodeCall(escrow.reclaim, (terms)), payer, DEPOSIT);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, NOW + 1000, 0);
        vm.etch(address(token), code);
        closeAsOperator(terms, 1000);
        assertBalances(FUNDS - 277_000, 274_230, 2_770, 0);
    }

    function expectTransferFailed(address sender, bytes memory call, address to, uint256 amount) private {
        vm.prank(sender);
        (bool success, bytes memory reason) = address(escrow).call(call);
        vm.assertTrue(!success, "refused");
        bytes memory expected = abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), to, amount);
        vm.assertEq(reason, expected, "reason");
    }
}
