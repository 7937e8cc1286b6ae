// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The grace after a stop runs on while the token is paused. The first call after the pause decides over the
/// amount that the payer owes. Neither side can take more than that.
contract GraceInAPauseTest is EscrowTest {
    function test_theOperator_getsWhatIsDue_whenFirst() public {
        MeterTerms memory terms = stopAndPauseBeyondTheGrace();
        closeAsOperator(terms, 1000);
        assertBalances(FUNDS - 277_000, 274_230, 2_770, 0);
    }

    function test_thePayer_getsAll_whenFirst_andTheOperatorNothing() public {
        MeterTerms memory terms = stopAndPauseBeyondTheGrace();
        escrow.reclaim(terms);
        vm.recordLogs();
        closeAsOperator(terms, 1000);
        assertNoLogs();
        assertBalances(FUNDS, 0, 0, 0);
    }

    function stopAndPauseBeyondTheGrace() private returns (MeterTerms memory terms) {
        terms = openDefault();
        vm.warp(NOW + 1000);
        stopAsPayer(terms);
        token.setIsTransferPaused(true);
        vm.warp(NOW + 1000 + terms.stopGrace);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), merchant, 274_230));
        vm.prank(operator);
        escrow.close(terms, 1000);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), payer, DEPOSIT));
        escrow.reclaim(terms);
        token.setIsTransferPaused(false);
    }
}
