// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract SettleBatchTest is EscrowTest {
    function test_settleBatch_sharesTransfersAmongTheSameRecipients() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(3);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        toSeconds[1] = 500;
        toSeconds[2] = 1;
        vm.recordLogs();
        settleBatch(terms, toSeconds);

        vm.assertEq(vm.getRecordedLogs().length, 5, "three Settled and two transfers");
        uint256 gross = 1501 * 277;
        uint256 fee = 2_770 + 1_385 + 2;
        assertBalances(FUNDS - 3 * DEPOSIT, gross - fee, fee, 3 * DEPOSIT - gross);
        assertState(escrow.getId(terms[0]), MeterStatus.Open, NOW, 0, 1000);
        assertState(escrow.getId(terms[1]), MeterStatus.Open, NOW, 0, 500);
        assertState(escrow.getId(terms[2]), MeterStatus.Open, NOW, 0, 1);
    }

    function test_settleBatch_sharesTransfers_acrossAnItemThatIsSkipped() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(3);
        terms[1].salt = "never opened";
        terms[1].merchant = stranger;
        (toSeconds[0], toSeconds[2]) = (1000, 1000);
        vm.warp(NOW + 1000);
        vm.recordLogs();
        settleBatch(terms, toSeconds);
        vm.assertEq(vm.getRecordedLogs().length, 5, "two Settled, one Skipped and two transfers");
    }

    function test_settleBatch_emitsSettledForEach() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        toSeconds[1] = 500;
        bytes32 first = escrow.getId(terms[0]);
        bytes32 second = escrow.getId(terms[1]);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(first, 0, 1000, 277_000, 2_770);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(second, 0, 500, 138_500, 1_385);
        settleBatch(terms, toSeconds);
    }

    function test_settleBatch_paysDifferentRecipients() public {
        MeterTerms[] memory terms = new MeterTerms[](5);
        uint32[] memory toSeconds = new uint32[](5);
        for (uint256 i = 0; i < 5; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i);
            toSeconds[i] = 1000;
        }
        TestAusd otherToken = deployAusd();
        otherToken.mint(payer, FUNDS);
        terms[1].merchant = stranger;
        terms[2].merchant = stranger;
        terms[2].feeRecipient = address(0xFEE2);
        terms[3].token = address(otherToken);
        for (uint256 i = 0; i < 5; i++) {
            openMeter(terms[i]);
        }
        vm.warp(NOW + 1000);
        settleBatch(terms, toSeconds);

        assertBalances(FUNDS - 4 * DEPOSIT, 2 * 274_230, 3 * 2_770, 4 * (DEPOSIT - 277_000));
        vm.assertEq(token.balanceOf(stranger), 2 * 274_230, "other merchant's balance");
        vm.assertEq(token.balanceOf(address(0xFEE2)), 2_770, "other fee recipient's balance");
        vm.assertEq(otherToken.balanceOf(merchant), 274_230, "merchant's balance in the other token");
        vm.assertEq(otherToken.balanceOf(feeRecipient), 2_770, "fee recipient's balance in the other token");
    }

    function test_settleBatch_skipsAndReportsWhatSettleWouldRefuse() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(3);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        toSeconds[1] = 1000;
        toSeconds[2] = 1000;
        terms[0].operator = stranger;
        terms[1].salt = keccak256("never opened");
        bytes32 foreign = escrow.getId(terms[0]);
        bytes32 unknown = escrow.getId(terms[1]);
        bytes32 good = escrow.getId(terms[2]);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(foreign, 0, IMeterEscrow.NotOperator.selector);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(unknown, 1, IMeterEscrow.NotOpen.selector);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(good, 0, 1000, 277_000, 2_770);
        settleBatch(terms, toSeconds);
        assertBalances(FUNDS - 3 * DEPOSIT, 274_230, 2_770, 3 * DEPOSIT - 277_000);
    }

    function test_settleBatch_movesNothing_forEndedMetersAndRepeats() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        vm.warp(NOW + 1000);
        closeAsOperator(terms[0], 10);
        settleAsOperator(terms[1], 900);
        toSeconds[0] = 1000;
        toSeconds[1] = 900;
        vm.recordLogs();
        settleBatch(terms, toSeconds);
        assertNoLogs();
    }

    function test_settleBatch_chargesOnce_whenAnItemIsRepeated() public {
        (MeterTerms[] memory opened,) = openMany(1);
        MeterTerms[] memory terms = new MeterTerms[](3);
        uint32[] memory toSeconds = new uint32[](3);
        for (uint256 i = 0; i < 3; i++) {
            terms[i] = opened[0];
            toSeconds[i] = 1000;
        }
        vm.warp(NOW + 1000);
        settleBatch(terms, toSeconds);
        assertBalances(FUNDS - DEPOSIT, 274_230, 2_770, DEPOSIT - 277_000);
    }

    function test_settleBatch_creditsTheSum_whenARecipientIsFrozen() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        toSeconds[1] = 1000;
        token.freeze(merchant);
        settleBatch(terms, toSeconds);
        vm.assertEq(escrow.credit(address(token), merchant), 2 * 274_230, "merchant's credit");
        vm.assertEq(token.balanceOf(feeRecipient), 2 * 2_770, "fee recipient's balance");
    }

    function test_settleBatch_reverts_whenTheTokenIsPaused() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(2);
        vm.warp(NOW + 1000);
        toSeconds[0] = 1000;
        token.setIsTransferPaused(true);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), merchant, 274_230));
        settleBatch(terms, toSeconds);
    }

    function test_settleBatch_reverts_whenTheListsDiffer() public {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.LengthMismatch.selector, 2, 1));
        escrow.settleBatch(new MeterTerms[](2), new uint32[](1));
    }

    function test_settleBatch_doesNothing_whenEmpty() public {
        vm.recordLogs();
        settleBatch(new MeterTerms[](0), new uint32[](0));
        assertNoLogs();
    }

    function testFuzz_settleBatch_paysWhatSingleSettlementsWould(uint32[4] memory targets, uint256 elapsed) public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(4);
        elapsed = bound(elapsed, 0, 4000);
        vm.warp(NOW + elapsed);
        uint256 gross;
        uint256 fee;
        for (uint256 i = 0; i < 4; i++) {
            toSeconds[i] = targets[i] % 4000;
            uint256 second = elapsed;
            if (second > toSeconds[i]) second = toSeconds[i];
            if (second > 3600) second = 3600;
            gross += second * 277;
            fee += second * 277 / 100;
        }
        settleBatch(terms, toSeconds);
        assertBalances(FUNDS - 4 * DEPOSIT, gross - fee, fee, 4 * DEPOSIT - gross);
    }

    function test_settleBatch_skips_fromAnyOtherCaller() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = openMany(1);
        toSeconds[0] = 1000;
        vm.warp(NOW + 1000);
        bytes32 id = escrow.getId(terms[0]);
        address[5] memory others = [payer, merchant, feeRecipient, address(token), stranger];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectEmit(address(escrow));
            emit IMeterEscrow.Skipped(id, 0, IMeterEscrow.NotOperator.selector);
            vm.prank(others[i]);
            escrow.settleBatch(terms, toSeconds);
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

    function settleBatch(MeterTerms[] memory terms, uint32[] memory toSeconds) private {
        vm.prank(operator);
        escrow.settleBatch(terms, toSeconds);
    }
}
