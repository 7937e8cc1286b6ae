// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract CloseBatchTest is EscrowTest {
    function test_closeBatch_settlesRefundsAndEndsEach() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        bytes32 first = escrow.getId(terms[0]);
        bytes32 second = escrow.getId(terms[1]);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(first, 0, 1000, 277_000, 2_770);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Closed(first, 1000, 277_000, 720_200);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Closed(second, 0, 0, DEPOSIT);
        closeBatch(terms, toSeconds);

        assertBalances(FUNDS - 277_000, 274_230, 2_770, 0);
        assertState(first, MeterStatus.Closed, NOW, 0, 1000);
        assertState(second, MeterStatus.Closed, NOW, 0, 0);
    }

    function test_closeBatch_sharesTransfers_acrossAnItemThatIsSkipped() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(3);
        terms[1].salt = "never opened";
        terms[1].merchant = stranger;
        (toSeconds[0], toSeconds[2]) = (1000, 1000);
        vm.warp(NOW + 1000);
        vm.recordLogs();
        closeBatch(terms, toSeconds);
        // Two each of Settled, Closed and refunds, one Skipped, and two transfers.
        vm.assertEq(vm.getRecordedLogs().length, 9, "events");
    }

    function test_closeBatch_skipsAndReportsWhatCloseWouldRefuse() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(3);
        terms[0].operator = stranger;
        terms[2].salt = keccak256("never opened");
        bytes32 foreign = escrow.getId(terms[0]);
        bytes32 good = escrow.getId(terms[1]);
        bytes32 unknown = escrow.getId(terms[2]);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(foreign, 0, IMeterEscrow.NotOperator.selector);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Closed(good, 0, 0, DEPOSIT);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(unknown, 2, IMeterEscrow.NotOpen.selector);
        closeBatch(terms, toSeconds);
        assertBalances(FUNDS - 2 * DEPOSIT, 0, 0, 2 * DEPOSIT);
    }

    function test_closeBatch_movesNothing_whenRepeated() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        closeBatch(terms, toSeconds);
        vm.recordLogs();
        closeBatch(terms, toSeconds);
        assertNoLogs();
    }

    function test_closeBatch_refundsOthers_whenAPayerIsFrozen() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        uint256 otherKey = 0xB0B;
        terms[1].payer = vm.addr(otherKey);
        token.mint(terms[1].payer, DEPOSIT);
        bytes memory signature = signOpening(terms[1], otherKey);
        vm.prank(operator);
        escrow.open(terms[1], signature);
        token.freeze(payer);
        closeBatch(terms, toSeconds);
        vm.assertEq(token.balanceOf(terms[1].payer), DEPOSIT, "other payer's balance");
        vm.assertEq(escrow.credit(address(token), payer), DEPOSIT, "payer's credit");
    }

    function test_closeBatch_reverts_whenTheListsDiffer() public {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.LengthMismatch.selector, 1, 2));
        escrow.closeBatch(new MeterTerms[](1), new uint32[](2));
    }

    function test_closeBatch_skips_fromAnyOtherCaller() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(1);
        toSeconds[0] = 1000;
        vm.warp(NOW + 1000);
        bytes32 id = escrow.getId(terms[0]);
        address[5] memory others = [payer, merchant, feeRecipient, address(token), stranger];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectEmit(address(escrow));
            emit IMeterEscrow.Skipped(id, 0, IMeterEscrow.NotOperator.selector);
            vm.prank(others[i]);
            escrow.closeBatch(terms, toSeconds);
        }
        assertState(id, MeterStatus.Open, NOW, 0, 0);
    }

    function openMany(uint256 count) private returns (MeterTerms[] memory terms, uint32[] memory toSeconds) {
        terms = new MeterTerms[](count);
        toSeconds = new uint32[](count);
        for (uint256 i = 0; i < count; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i);
            openMeter(terms[i]);
        }
    }

    function closeBatch(MeterTerms[] memory terms, uint32[] memory toSeconds) private {
        vm.prank(operator);
        escrow.closeBatch(terms, toSeconds);
    }
}
