// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract CloseTest is EscrowTest {
    function test_close_settlesRefundsAndEnds() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 400);
        (uint256 gross, uint256 fee, uint256 refund) = closeAsOperator(terms, 1000);

        vm.assertEq(gross, 166_200, "gross");
        vm.assertEq(fee, 1_662, "fee");
        vm.assertEq(refund, 720_200, "refund");
        assertBalances(FUNDS - 277_000, 274_230, 2_770, 0);
        assertState(escrow.getId(terms), MeterStatus.Closed, NOW, 0, 1000);
    }

    function test_close_emitsSettledThenClosed() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        bytes32 id = escrow.getId(terms);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(id, 0, 1000, 277_000, 2_770);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Closed(id, 1000, 277_000, 720_200);
        closeAsOperator(terms, 1000);
    }

    function test_close_refundsAll_whenNothingWasUsed() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        bytes32 id = escrow.getId(terms);
        vm.recordLogs();
        closeAsOperator(terms, 0);
        vm.assertEq(vm.getRecordedLogs().length, 2, "Closed and one transfer");
        assertBalances(FUNDS, 0, 0, 0);
        assertState(id, MeterStatus.Closed, NOW, 0, 0);
    }

    function test_close_endsAZeroRateMeter() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 0;
        bytes32 id = openMeter(terms);
        vm.warp(NOW + 60);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(id, 0, 60, 0, 0);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Closed(id, 60, 0, 0);
        closeAsOperator(terms, 60);
        assertBalances(FUNDS, 0, 0, 0);
    }

    // docs/money.md, rule 6
    function test_close_neverTakesBackWhatWasBilled() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 1000);
        (uint256 gross,, uint256 refund) = closeAsOperator(terms, 10);
        vm.assertEq(gross, 0, "gross");
        vm.assertEq(refund, 720_200, "refund");
        assertState(escrow.getId(terms), MeterStatus.Closed, NOW, 0, 1000);
    }

    function test_close_clampsToTheTimeSinceOpening() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 7);
        (uint256 gross,,) = closeAsOperator(terms, 3600);
        vm.assertEq(gross, 1_939, "gross");
    }

    function test_close_keepsTheStopInTheState() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 7);
        stopAsPayer(terms);
        vm.warp(NOW + 1000);
        (uint256 gross,,) = closeAsOperator(terms, 1000);
        vm.assertEq(gross, 1_939, "gross");
        assertState(escrow.getId(terms), MeterStatus.Closed, NOW, NOW + 7, 7);
    }

    function test_close_movesNothing_whenEnded() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 500);
        vm.recordLogs();
        (uint256 gross, uint256 fee, uint256 refund) = closeAsOperator(terms, 1000);
        vm.assertEq(gross + fee + refund, 0, "amounts");
        assertNoLogs();

        terms.salt = keccak256("sub_2");
        vm.warp(NOW);
        openMeter(terms);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        vm.recordLogs();
        closeAsOperator(terms, 1000);
        assertNoLogs();
        assertState(escrow.getId(terms), MeterStatus.Reclaimed, NOW, 0, 0);
    }

    // docs/money.md, rule 1
    function test_close_reverts_whenNotOperator() public {
        MeterTerms memory terms = openDefault();
        address[5] memory others = [payer, merchant, feeRecipient, address(token), stranger];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOperator.selector, others[i], operator));
            vm.prank(others[i]);
            escrow.close(terms, 0);
        }
    }

    function test_close_reverts_whenNeverOpened() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        vm.prank(operator);
        escrow.close(terms, 0);
    }

    function test_close_creditsThePayer_whenFrozen() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        token.freeze(payer);
        closeAsOperator(terms, 1000);
        vm.assertEq(escrow.credit(address(token), payer), 720_200, "payer's credit");
        assertBalances(FUNDS - DEPOSIT, 274_230, 2_770, 720_200);
        assertState(escrow.getId(terms), MeterStatus.Closed, NOW, 0, 1000);
    }

    // docs/money.md, rule 9
    function test_close_refundsThePayer_whenMerchantAndFeeRecipientAreFrozen() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        token.freeze(merchant);
        token.freeze(feeRecipient);
        closeAsOperator(terms, 1000);
        assertBalances(FUNDS - 277_000, 0, 0, 277_000);
    }

    function test_close_reverts_whenTheTokenIsPaused() public {
        MeterTerms memory terms = openDefault();
        token.setIsTransferPaused(true);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), payer, DEPOSIT));
        vm.prank(operator);
        escrow.close(terms, 0);
    }
}
