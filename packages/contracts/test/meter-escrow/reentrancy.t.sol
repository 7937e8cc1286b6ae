// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {CallbackToken} from "../mocks/MisbehavingTokens.sol";

/// @notice A token that calls the escrow back from within each of its transfers gets nowhere with any function.
// docs/money.md, rule 1
contract ReentrancyTest is EscrowTest {
    CallbackToken private _hostile;

    function setUp() public override {
        super.setUp();
        _hostile = new CallbackToken();
        _hostile.mint(payer, FUNDS);
    }

    function test_open_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        for (uint256 i = 0; i < calls.length; i++) {
            _hostile.callBack(address(escrow), calls[i]);
            vm.prank(operator);
            escrow.open(hostileTerms(bytes32(i)), "");
            assertRefused();
        }
    }

    function test_openBatch_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        MeterTerms[] memory batch = new MeterTerms[](1);
        for (uint256 i = 0; i < calls.length; i++) {
            _hostile.callBack(address(escrow), calls[i]);
            batch[0] = hostileTerms(bytes32(i));
            vm.prank(operator);
            escrow.openBatch(batch, new bytes[](1), 1_000_000);
            assertRefused();
            assertState(escrow.getId(batch[0]), MeterStatus.Open, NOW, 0, 0);
        }
    }

    function test_openItem_isTheEscrowsOwn_fromWithinABatchToo() public {
        MeterTerms[] memory batch = new MeterTerms[](1);
        batch[0] = hostileTerms("outer");
        _hostile.callBack(address(escrow), abi.encodeCall(escrow.openItem, (operator, hostileTerms("inner"), "")));
        vm.prank(operator);
        escrow.openBatch(batch, new bytes[](1), 1_000_000);
        vm.assertGe(_hostile.calls(), 1, "calls");
        vm.assertEq(
            _hostile.answer(), abi.encodeWithSelector(IMeterEscrow.NotSelf.selector, address(_hostile)), "answer"
        );
        assertState(escrow.getId(hostileTerms("inner")), MeterStatus.Unknown, 0, 0, 0);
    }

    function test_settleBySig_refusesReentry() public {
        MeterTerms memory terms = hostileTerms("outer");
        terms.operator = vm.addr(0x09E4A7);
        _hostile.callBack(address(0), "");
        vm.prank(terms.operator);
        bytes32 id = escrow.open(terms, "");
        bytes[] memory calls = reentrantCalls(terms);
        bytes memory signature = sign(escrow.getStatementDigest(id, 3600), 0x09E4A7);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.warp(NOW + 100 * (i + 1));
            _hostile.callBack(address(escrow), calls[i]);
            escrow.settleBySig(terms, 3600, signature);
            assertRefused();
        }
    }

    function test_settle_refusesReentry() public {
        MeterTerms memory terms = openHostile("outer");
        bytes[] memory calls = reentrantCalls(terms);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.warp(NOW + 100 * (i + 1));
            _hostile.callBack(address(escrow), calls[i]);
            settleAsOperator(terms, 3600);
            assertRefused();
        }
    }

    function test_settleBatch_refusesReentry() public {
        MeterTerms[] memory terms = new MeterTerms[](1);
        uint32[] memory toSeconds = new uint32[](1);
        terms[0] = openHostile("outer");
        toSeconds[0] = 3600;
        bytes[] memory calls = reentrantCalls(terms[0]);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.warp(NOW + 100 * (i + 1));
            _hostile.callBack(address(escrow), calls[i]);
            vm.prank(operator);
            escrow.settleBatch(terms, toSeconds);
            assertRefused();
        }
    }

    function test_close_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        for (uint256 i = 0; i < calls.length; i++) {
            MeterTerms memory terms = openHostile(bytes32(i));
            _hostile.callBack(address(escrow), calls[i]);
            closeAsOperator(terms, 0);
            assertRefused();
        }
    }

    function test_closeBatch_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        MeterTerms[] memory terms = new MeterTerms[](1);
        for (uint256 i = 0; i < calls.length; i++) {
            terms[0] = openHostile(bytes32(i));
            _hostile.callBack(address(escrow), calls[i]);
            vm.prank(operator);
            escrow.closeBatch(terms, new uint32[](1));
            assertRefused();
        }
    }

    function test_reclaim_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        for (uint256 i = 0; i < calls.length; i++) {
            vm.warp(NOW);
            MeterTerms memory terms = openHostile(bytes32(i));
            vm.warp(terms.expiry);
            _hostile.callBack(address(escrow), calls[i]);
            escrow.reclaim(terms);
            assertRefused();
        }
    }

    function test_withdrawCredit_refusesReentry() public {
        bytes[] memory calls = reentrantCalls(hostileTerms("inner"));
        for (uint256 i = 0; i < calls.length; i++) {
            MeterTerms memory terms = openHostile(bytes32(i));
            _hostile.setRefuses(payer, true);
            closeAsOperator(terms, 0);
            _hostile.setRefuses(payer, false);
            _hostile.callBack(address(escrow), calls[i]);
            escrow.withdrawCredit(address(_hostile), payer);
            assertRefused();
        }
        vm.assertEq(_hostile.balanceOf(payer), FUNDS, "payer's balance");
    }

    function test_stop_makesNoCallOut() public {
        MeterTerms memory terms = openHostile("outer");
        _hostile.callBack(address(escrow), abi.encodeCall(escrow.reclaim, (terms)));
        stopAsPayer(terms);
        vm.assertEq(_hostile.calls(), 0, "calls");
    }

    function test_guard_isReleasedWithinTheTransaction() public {
        MeterTerms memory terms = openHostile("outer");
        vm.warp(NOW + 100);
        settleAsOperator(terms, 50);
        settleAsOperator(terms, 100);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 100);
    }

    function hostileTerms(bytes32 salt) private view returns (MeterTerms memory terms) {
        terms = defaultTerms();
        terms.token = address(_hostile);
        terms.salt = salt;
    }

    function openHostile(bytes32 salt) private returns (MeterTerms memory terms) {
        terms = hostileTerms(salt);
        _hostile.callBack(address(0), "");
        vm.prank(operator);
        escrow.open(terms, "");
    }

    function reentrantCalls(MeterTerms memory terms) private view returns (bytes[] memory calls) {
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
        calls[9] = abi.encodeCall(escrow.openBatch, (batch, new bytes[](1), 1));
        calls[10] = abi.encodeCall(escrow.settleBySig, (terms, 3600, ""));
        calls[8] = abi.encodeCall(escrow.withdrawCredit, (address(_hostile), payer));
    }

    function assertRefused() private view {
        vm.assertGe(_hostile.calls(), 1, "calls");
        vm.assertEq(_hostile.succeeded(), false, "reentrant call succeeded");
        vm.assertEq(
            _hostile.answer(), abi.encodeWithSelector(IMeterEscrow.Reentered.selector, address(_hostile)), "answer"
        );
    }
}
