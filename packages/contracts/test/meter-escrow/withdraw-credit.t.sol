// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract WithdrawCreditTest is EscrowTest {
    // docs/money.md, rule 1
    function test_withdrawCredit_paysTheHolder_sentByAnyone() public {
        makeCredit();
        token.unfreeze(merchant);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.CreditWithdrawn(address(token), merchant, 274_230);
        vm.prank(stranger);
        uint256 amount = escrow.withdrawCredit(address(token), merchant);

        vm.assertEq(amount, 274_230, "amount");
        vm.assertEq(escrow.credit(address(token), merchant), 0, "credit");
        assertBalances(FUNDS - DEPOSIT, 274_230, 2_770, DEPOSIT - 277_000);
        vm.assertEq(token.balanceOf(stranger), 0, "sender's balance");
    }

    function test_withdrawCredit_reverts_whenPaidBefore() public {
        makeCredit();
        token.unfreeze(merchant);
        escrow.withdrawCredit(address(token), merchant);
        expectNoCredit(merchant);
    }

    function test_withdrawCredit_reverts_whenNothingIsOwed() public {
        makeCredit();
        expectNoCredit(stranger);
        expectNoCredit(feeRecipient);
    }

    function test_withdrawCredit_reverts_whileTheTransferStillFails() public {
        makeCredit();
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(token), merchant, 274_230));
        escrow.withdrawCredit(address(token), merchant);
        vm.assertEq(escrow.credit(address(token), merchant), 274_230, "credit");
    }

    function makeCredit() private {
        MeterTerms memory terms = openDefault();
        token.freeze(merchant);
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 1000);
    }

    function expectNoCredit(address account) private {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NoCredit.selector, address(token), account));
        escrow.withdrawCredit(address(token), account);
    }
}
