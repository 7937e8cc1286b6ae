// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Meter, MeterStatus} from "../../src/Meter.sol";
import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Deployment} from "../base/Deployment.sol";
import {EscrowHandler} from "./EscrowHandler.sol";

/// @notice The invariants after any sequence of calls. The README says the same in prose.
contract MeterEscrowInvariants is Deployment {
    EscrowHandler private _handler;

    function setUp() public {
        MeterEscrow[2] memory escrows = [deployEscrow(), deployEscrow()];
        TestAusd[2] memory tokens = [deployAusd(), deployAusd()];
        _handler = new EscrowHandler(escrows, tokens);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @notice Each escrow holds, of each token, exactly the unspent deposits of open meters, its debts, and its
    /// donations.
    function invariant_solvent() public view {
        for (uint256 i = 0; i < 4; i++) {
            (MeterEscrow escrow, TestAusd token) = (_handler.escrows(i & 1), _handler.tokens(i >> 1));
            uint256 owed = _handler.donated(address(escrow), address(token));
            for (uint256 j = 0; j < 8; j++) {
                owed += escrow.credit(address(token), _handler.accountAt(j));
            }
            for (uint256 meter = 0; meter < _handler.METERS(); meter++) {
                if (_handler.escrowOf(meter) != escrow || _handler.termsOf(meter).token != address(token)) continue;
                owed += held(meter);
            }
            vm.assertEq(token.balanceOf(address(escrow)), owed, "escrow's balance");
        }
    }

    /// @notice Every meter's state and cost are those of the model.
    function invariant_followsTheModel() public view {
        for (uint256 i = 0; i < _handler.METERS(); i++) {
            EscrowHandler.Ghost memory ghost = ghostOf(i);
            MeterTerms memory terms = _handler.termsOf(i);
            MeterEscrow escrow = _handler.escrowOf(i);
            Meter memory meter = escrow.state(escrow.getId(terms));
            vm.assertEq(meter.openedAt, ghost.openedAt, "openedAt");
            vm.assertEq(meter.stoppedAt, ghost.stoppedAt, "stoppedAt");
            vm.assertEq(meter.billedSeconds, ghost.billedSeconds, "billedSeconds");
            vm.assertEq(meter.status == MeterStatus.Unknown, !ghost.opened, "opened");
            vm.assertEq(meter.status > MeterStatus.Open, ghost.ended, "ended");
            vm.assertEq(ghost.gross, uint256(terms.ratePerSecond) * ghost.billedSeconds / 1e12, "gross is exact");
            vm.assertEq(ghost.fee, ghost.gross * terms.feeBps / 10_000, "fee is exact");
        }
    }

    /// @notice Each party by itself has, of each token, paid or owed, exactly the amounts of its meters. Operators have
    /// nothing. docs/money.md, rule 1
    function invariant_everybodyHasTheirs() public view {
        for (uint256 i = 0; i < 16; i++) {
            (TestAusd token, address account) = (_handler.tokens(i & 1), _handler.accountAt(i >> 1));
            uint256 expected = i >> 1 < 2 ? _handler.FUNDS() : 0;
            for (uint256 meter = 0; meter < _handler.METERS(); meter++) {
                MeterTerms memory terms = _handler.termsOf(meter);
                if (terms.token != address(token)) continue;
                EscrowHandler.Ghost memory ghost = ghostOf(meter);
                if (terms.payer == account) expected -= held(meter) + ghost.gross;
                if (terms.merchant == account) expected += ghost.gross - ghost.fee;
                if (terms.feeRecipient == account) expected += ghost.fee;
            }
            uint256 wealth = token.balanceOf(account);
            for (uint256 j = 0; j < 2; j++) {
                wealth += _handler.escrows(j).credit(address(token), account);
            }
            vm.assertEq(wealth, expected, "wealth");
        }
    }

    /// @notice The total charge of a meter never exceeds its deposit, its maximum or its wall-clock time. docs/money.md,
    /// rule 6
    function invariant_neverAboveTheBounds() public view {
        for (uint256 i = 0; i < _handler.METERS(); i++) {
            EscrowHandler.Ghost memory ghost = ghostOf(i);
            if (!ghost.opened) continue;
            uint256 end = ghost.stoppedAt == 0 ? _handler.timestamp() : ghost.stoppedAt;
            vm.assertLe(ghost.gross, ghost.deposit, "gross");
            vm.assertLe(ghost.billedSeconds, _handler.termsOf(i).maxSeconds, "seconds");
            vm.assertLe(ghost.billedSeconds, end - ghost.openedAt, "wall-clock seconds");
        }
    }

    /// @dev Without this, a handler whose calls all fail would prove nothing.
    function test_theHandlerReachesEverything() public {
        _handler.openBatch(15, 15, 1);
        for (uint256 i = 0; i < 8; i++) {
            _handler.open(i, 1);
        }
        _handler.pass(300);
        _handler.settle(3, 100, 1);
        _handler.settleBySig(4, 100, address(1), 1);
        _handler.settleBatch(200, 15, 15, 5);
        _handler.stop(5, 1);
        _handler.stopBySig(0, address(1), 1);
        _handler.donate(3, 5);
        _handler.reclaim(0, address(1), 1);
        _handler.freeze(10, 0, true);
        _handler.close(4, 300, 1);
        _handler.withdrawCredit(0, true, address(1), 1);
        _handler.closeBatch(400, 0x8f, 255, 5);
        bytes32[11] memory actions = [
            bytes32("openBatch"),
            "open",
            "settle",
            "settleBySig",
            "settleBatch",
            "stop",
            "stopBySig",
            "reclaim",
            "close",
            "withdrawCredit",
            "closeBatch"
        ];
        for (uint256 i = 0; i < actions.length; i++) {
            vm.assertGe(_handler.done(actions[i]), 1, string(abi.encodePacked(actions[i])));
        }
        invariant_solvent();
        invariant_followsTheModel();
        invariant_everybodyHasTheirs();
        invariant_neverAboveTheBounds();
    }

    function held(uint256 meter) private view returns (uint256) {
        EscrowHandler.Ghost memory ghost = ghostOf(meter);
        return ghost.opened && !ghost.ended ? ghost.deposit - ghost.gross : 0;
    }

    function ghostOf(uint256 meter) private view returns (EscrowHandler.Ghost memory ghost) {
        (
            ghost.opened,
            ghost.ended,
            ghost.openedAt,
            ghost.stoppedAt,
            ghost.deposit,
            ghost.billedSeconds,
            ghost.gross,
            ghost.fee
        ) = _handler.ghosts(meter);
    }
}
