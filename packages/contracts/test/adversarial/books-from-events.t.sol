// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {Vm} from "../base/Vm.sol";

/// @notice With only the escrow's events a reader can write every invoice, and knows every account's balance and credit.
contract BooksFromEventsTest is EscrowTest {
    struct Book {
        MeterTerms terms;
        uint32 reached;
        uint256 gross;
        bool ended;
    }

    mapping(bytes32 id => Book) private _books;
    mapping(address account => int256) private _wealth;
    mapping(address account => uint256) private _owed;
    int256 private _held;

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_theEvents_tellAllThereIs(uint256[24] memory steps) public {
        MeterTerms[] memory terms = new MeterTerms[](3);
        uint32[] memory toSeconds = new uint32[](3);
        uint256 time = NOW;
        vm.recordLogs();
        for (uint256 i = 0; i < 3; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i);
            terms[i].ratePerSecond = [uint128(277e12), 0.4e12, 123_456_789_012_345][i];
            if (i == 2) terms[i].merchant = stranger;
            openMeter(terms[i]);
        }
        readAll(vm.getRecordedLogs());
        for (uint256 i = 0; i < steps.length; i++) {
            uint256 step = steps[i];
            time += (step >> 16) % 7 == 0 ? (step >> 32) % 100_000 : (step >> 32) % 400;
            vm.warp(time);
            for (uint256 j = 0; j < 3; j++) {
                toSeconds[j] = uint32((step >> (64 + 32 * j)) % 4000);
            }
            perform(step % 9, (step >> 8) % 3, terms, toSeconds);
        }
        assertBooks();
    }

    /// @dev Some are refused. For this test it does not matter which. The recorder keeps events of refused calls too, a
    /// chain does not.
    function perform(uint256 action, uint256 meter, MeterTerms[] memory terms, uint32[] memory toSeconds) private {
        MeterTerms memory one = terms[meter];
        bytes memory call;
        address sender = operator;
        if (action == 0) call = abi.encodeCall(escrow.settle, (one, toSeconds[meter]));
        if (action == 1) call = abi.encodeCall(escrow.settleBatch, (terms, toSeconds));
        if (action == 2 && toSeconds[0] % 4 == 0) call = abi.encodeCall(escrow.close, (one, toSeconds[meter]));
        if (action == 3 && toSeconds[0] % 8 == 0) call = abi.encodeCall(escrow.closeBatch, (terms, toSeconds));
        if (action == 4) (sender, call) = (payer, abi.encodeCall(escrow.stop, (one)));
        if (action == 5) call = abi.encodeCall(escrow.reclaim, (one));
        if (action == 6) call = abi.encodeCall(escrow.withdrawCredit, (address(token), accountAt(meter)));
        if (action == 7) token.freeze(accountAt(meter));
        if (action == 8) token.unfreeze(accountAt(meter));
        if (call.length == 0) return;
        vm.prank(sender);
        (bool success,) = address(escrow).call(call);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        if (success) readAll(logs);
    }

    function readAll(Vm.Log[] memory logs) private {
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(escrow)) continue;
            bytes32 kind = logs[i].topics[0];
            bytes memory data = logs[i].data;
            if (kind == IMeterEscrow.Opened.selector) readOpened(logs[i].topics[1], abi.decode(data, (MeterTerms)));
            else if (kind == IMeterEscrow.Settled.selector) readSettled(logs[i].topics[1], data);
            else if (kind == IMeterEscrow.Closed.selector) readEnd(logs[i].topics[1], data);
            else if (kind == IMeterEscrow.Reclaimed.selector) readEnd(logs[i].topics[1], data);
            else if (kind == IMeterEscrow.Credited.selector) readCredit(logs[i], 1);
            else if (kind == IMeterEscrow.CreditWithdrawn.selector) readCredit(logs[i], -1);
        }
    }

    function readOpened(bytes32 id, MeterTerms memory terms) private {
        _books[id].terms = terms;
        uint256 exact = uint256(terms.ratePerSecond) * terms.maxSeconds;
        int256 deposit = int256(exact / 1e12 + (exact % 1e12 == 0 ? 0 : 1));
        _held += deposit;
        _wealth[terms.payer] -= deposit;
    }

    function readSettled(bytes32 id, bytes memory data) private {
        (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee) =
            abi.decode(data, (uint32, uint32, uint256, uint256));
        Book storage book = _books[id];
        vm.assertTrue(!book.ended, "no invoice after the end");
        vm.assertEq(fromSecond, book.reached, "each invoice begins where the last one ended");
        vm.assertTrue(toSecond > fromSecond, "each invoice has seconds");
        (book.reached, book.gross) = (toSecond, book.gross + gross);
        _wealth[book.terms.merchant] += int256(gross - fee);
        _wealth[book.terms.feeRecipient] += int256(fee);
        _held -= int256(gross);
    }

    function readEnd(bytes32 id, bytes memory data) private {
        (uint32 billedSeconds, uint256 settled, uint256 refund) = abi.decode(data, (uint32, uint256, uint256));
        Book storage book = _books[id];
        vm.assertTrue(!book.ended, "one end");
        vm.assertEq(billedSeconds, book.reached, "seconds of all invoices");
        vm.assertEq(settled, book.gross, "gross of all invoices");
        book.ended = true;
        _wealth[book.terms.payer] += int256(refund);
        _held -= int256(refund);
    }

    function readCredit(Vm.Log memory log, int256 sign) private {
        address account = address(uint160(uint256(log.topics[2])));
        int256 amount = sign * int256(abi.decode(log.data, (uint256)));
        _owed[account] = uint256(int256(_owed[account]) + amount);
        _held += amount;
    }

    function assertBooks() private view {
        vm.assertEq(token.balanceOf(address(escrow)), uint256(_held), "escrow's balance");
        address[4] memory accounts = [payer, merchant, feeRecipient, stranger];
        for (uint256 i = 0; i < accounts.length; i++) {
            vm.assertEq(escrow.credit(address(token), accounts[i]), _owed[accounts[i]], "owed");
            uint256 before = accounts[i] == payer ? FUNDS : 0;
            uint256 has = token.balanceOf(accounts[i]) + _owed[accounts[i]];
            vm.assertEq(has, uint256(int256(before) + _wealth[accounts[i]]), "had or owed");
        }
    }

    function accountAt(uint256 index) private view returns (address) {
        return [payer, merchant, feeRecipient][index];
    }
}
