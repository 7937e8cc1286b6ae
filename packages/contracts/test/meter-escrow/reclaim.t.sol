// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract ReclaimTest is EscrowTest {
    // docs/money.md, rules 1 and 8
    function test_reclaim_refundsThePayer_afterTheGrace_sentByAnyone() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 400);
        stopAsPayer(terms);
        vm.warp(NOW + 1000 + 86_400);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Reclaimed(id, 400, 110_800, 886_400);
        vm.prank(stranger);
        uint256 refund = escrow.reclaim(terms);

        vm.assertEq(refund, 886_400, "refund");
        assertBalances(FUNDS - 110_800, 109_692, 1_108, 0);
        vm.assertEq(token.balanceOf(stranger), 0, "sender's balance");
        assertState(id, MeterStatus.Reclaimed, NOW, NOW + 1000, 400);
    }

    function test_reclaim_reverts_beforeTheGraceHasPassed() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        stopAsPayer(terms);
        vm.warp(NOW + 1000 + 86_399);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.ReclaimTooEarly.selector, NOW + 87_399, NOW + 87_400));
        escrow.reclaim(terms);
    }

    // docs/money.md, rule 8
    function test_reclaim_needsTheExpiry_withoutAStop() public {
        MeterTerms memory terms = openDefault();
        vm.warp(terms.expiry - 1);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.ReclaimTooEarly.selector, terms.expiry - 1, terms.expiry));
        escrow.reclaim(terms);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_reclaim_needsOnlyTheExpiry_whenTheGraceWouldEndLater() public {
        MeterTerms memory terms = openDefault();
        vm.warp(terms.expiry - 1);
        stopAsPayer(terms);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_reclaim_worksAtOnce_whenThereIsNoGrace() public {
        MeterTerms memory terms = defaultTerms();
        terms.stopGrace = 0;
        openMeter(terms);
        stopAsPayer(terms);
        escrow.reclaim(terms);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_reclaim_reverts_whenNotOpen() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        vm.warp(terms.expiry);
        expectNotOpen(terms, id, MeterStatus.Unknown);
        vm.warp(NOW);
        openMeter(terms);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        expectNotOpen(terms, id, MeterStatus.Reclaimed);
    }

    function test_reclaim_reverts_whenClosed() public {
        MeterTerms memory terms = openDefault();
        closeAsOperator(terms, 0);
        vm.warp(terms.expiry);
        expectNotOpen(terms, escrow.getId(terms), MeterStatus.Closed);
    }

    function test_reclaim_creditsThePayer_whenFrozen() public {
        MeterTerms memory terms = openDefault();
        token.freeze(payer);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        vm.assertEq(escrow.credit(address(token), payer), DEPOSIT, "payer's credit");
    }

    function test_reclaim_reverts_whenTheTokenIsPaused() public {
        MeterTerms memory terms = openDefault();
        token.setIsTransferPaused(true);
        vm.warp(terms.expiry);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), payer, DEPOSIT));
        escrow.reclaim(terms);
    }

    function expectNotOpen(MeterTerms memory terms, bytes32 id, MeterStatus status) private {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, status));
        escrow.reclaim(terms);
    }
}
