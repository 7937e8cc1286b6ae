// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {CallbackWallet} from "./CallbackWallet.sol";

/// @notice A contract that is asked for its signature is asked with the escrow locked, by the token and by the escrow
/// itself.
contract SignatureCallbackTest is EscrowTest {
    CallbackWallet private _wallet;

    function setUp() public override {
        super.setUp();
        _wallet = new CallbackWallet(escrow);
        token.mint(address(_wallet), FUNDS);
    }

    /// @dev The one thing it learns: while it is asked, the meter reads as open though its deposit has not come. If it
    /// does not come, none of that ever was.
    function test_open_refusesCallsFromTheSignatureCheck() public {
        MeterTerms memory terms = walletTerms();
        bytes32 id = escrow.getId(terms);
        _wallet.prepare(allCalls(terms), id, MeterStatus.Open);
        _wallet.run(abi.encodeCall(escrow.open, (terms, "")));
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        vm.assertEq(token.balanceOf(address(escrow)), DEPOSIT, "escrow's balance");
    }

    function test_stopBySig_refusesCallsFromTheSignatureCheck() public {
        (MeterTerms memory terms, bytes32 id) = openMeter();
        vm.prank(stranger);
        escrow.stopBySig(terms, "");
        assertState(id, MeterStatus.Open, NOW, NOW + 100, 0);
        vm.assertEq(token.balanceOf(address(escrow)), DEPOSIT, "escrow's balance");
    }

    function test_settleBySig_refusesCallsFromTheSignatureCheck() public {
        (MeterTerms memory terms, bytes32 id) = openMeter();
        vm.prank(stranger);
        escrow.settleBySig(terms, 60, "");
        assertState(id, MeterStatus.Open, NOW, 0, 60);
    }

    /// @dev A meter that has run for 100 seconds, and whose payer's next signature check calls everything.
    function openMeter() private returns (MeterTerms memory terms, bytes32 id) {
        terms = walletTerms();
        id = escrow.getId(terms);
        _wallet.prepare(new bytes[](0), id, MeterStatus.Open);
        _wallet.run(abi.encodeCall(escrow.open, (terms, "")));
        vm.warp(NOW + 100);
        _wallet.prepare(allCalls(terms), id, MeterStatus.Open);
    }

    function walletTerms() private view returns (MeterTerms memory terms) {
        terms = defaultTerms();
        terms.payer = address(_wallet);
        terms.operator = address(_wallet);
    }

    function allCalls(MeterTerms memory terms) private view returns (bytes[] memory calls) {
        MeterTerms[] memory batch = new MeterTerms[](1);
        batch[0] = terms;
        calls = new bytes[](11);
        calls[0] = abi.encodeCall(escrow.open, (terms, ""));
        calls[1] = abi.encodeCall(escrow.settle, (terms, 3600));
        calls[2] = abi.encodeCall(escrow.settleBatch, (batch, new uint32[](1)));
        calls[3] = abi.encodeCall(escrow.close, (terms, 3600));
        calls[4] = abi.encodeCall(escrow.closeBatch, (batch, new uint32[](1)));
        calls[5] = abi.encodeCall(escrow.stop, (terms));
        calls[6] = abi.encodeCall(escrow.stopBySig, (terms, ""));
        calls[7] = abi.encodeCall(escrow.reclaim, (terms));
        calls[8] = abi.encodeCall(escrow.withdrawCredit, (address(token), merchant));
        calls[9] = abi.encodeCall(escrow.openBatch, (batch, new bytes[](1), 1_000_000));
        calls[10] = abi.encodeCall(escrow.settleBySig, (terms, 3600, ""));
    }
}
