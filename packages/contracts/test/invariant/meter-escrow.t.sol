// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Deployment} from "../base/Deployment.sol";
import {EscrowHandler} from "./EscrowHandler.sol";

/// @notice What holds after any sequence of calls; the README says the same in prose.
contract MeterEscrowInvariants is Deployment {
    struct Totals {
        uint256 held;
        uint256 gross;
        uint256 fee;
    }

    MeterEscrow private _escrow;
    TestAusd private _token;
    EscrowHandler private _handler;

    function setUp() public {
        _escrow = deployEscrow();
        _token = deployAusd();
        _handler = new EscrowHandler(_escrow, _token);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @notice The escrow holds exactly what open meters have not spent, and what it owes.
    function invariant_solvent() public view {
        uint256 owed = totals().held;
        for (uint256 i = 0; i < 5; i++) {
            owed += _escrow.credit(address(_token), _handler.accountAt(i));
        }
        vm.assertEq(_token.balanceOf(address(_escrow)), owed, "escrow's balance");
    }

    /// @notice Every meter's state and cost are those of the model.
    function invariant_followsTheModel() public view {
        for (uint256 i = 0; i < _handler.METERS(); i++) {
            (
                bool opened,
                bool ended,
                uint256 openedAt,
                uint256 stoppedAt,,
                uint256 billed,
                uint256 gross,
                uint256 fee
            ) = _handler.ghosts(i);
            MeterTerms memory terms = _handler.termsOf(i);
            MeterEscrow.Meter memory meter = _escrow.state(_escrow.getId(terms));
            vm.assertEq(meter.openedAt, openedAt, "openedAt");
            vm.assertEq(meter.stoppedAt, stoppedAt, "stoppedAt");
            vm.assertEq(meter.billedSeconds, billed, "billedSeconds");
            vm.assertEq(meter.status == MeterEscrow.MeterStatus.Unknown, !opened, "opened");
            vm.assertEq(meter.status > MeterEscrow.MeterStatus.Open, ended, "ended");
            vm.assertEq(gross, uint256(terms.ratePerSecond) * billed / 1e12, "gross is exact");
            vm.assertEq(fee, gross * terms.feeBps / 10_000, "fee is exact");
        }
    }

    /// @notice Merchants and fee recipient have, paid or owed, exactly what was charged; payers all the rest.
    function invariant_nobodyElseReceives() public view {
        Totals memory sums = totals();
        uint256 merchants = wealth(_handler.merchants(0)) + wealth(_handler.merchants(1));
        uint256 payers = wealth(_handler.payerOf(0)) + wealth(_handler.payerOf(1));
        vm.assertEq(merchants, sums.gross - sums.fee, "merchants' wealth");
        vm.assertEq(wealth(_handler.feeRecipient()), sums.fee, "fee recipient's wealth");
        vm.assertEq(payers + sums.held, _handler.supply() - sums.gross, "payers' wealth");
    }

    /// @notice What a meter charged never exceeds its deposit, its maximum or its wall-clock time.
    function invariant_neverAboveTheBounds() public view {
        for (uint256 i = 0; i < _handler.METERS(); i++) {
            (bool opened,, uint256 openedAt, uint256 stoppedAt, uint256 deposit, uint256 billed, uint256 gross,) =
                _handler.ghosts(i);
            if (!opened) continue;
            uint256 end = stoppedAt == 0 ? _handler.timestamp() : stoppedAt;
            vm.assertLe(gross, deposit, "gross");
            vm.assertLe(billed, _handler.termsOf(i).maxSeconds, "seconds");
            vm.assertLe(billed, end - openedAt, "wall-clock seconds");
        }
    }

    function totals() private view returns (Totals memory sums) {
        for (uint256 i = 0; i < _handler.METERS(); i++) {
            (bool opened, bool ended,,, uint256 deposit,, uint256 gross, uint256 fee) = _handler.ghosts(i);
            sums.gross += gross;
            sums.fee += fee;
            if (opened && !ended) sums.held += deposit - gross;
        }
    }

    function wealth(address account) private view returns (uint256) {
        return _token.balanceOf(account) + _escrow.credit(address(_token), account);
    }
}
