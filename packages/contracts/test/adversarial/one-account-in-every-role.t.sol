// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice One account may have more than one role. An account that holds every role moves its own money in a circle.
contract OneAccountInEveryRoleTest is EscrowTest {
    function test_dealingWithOneself_changesNothing() public {
        MeterTerms memory terms = openWith(payer, payer, payer);
        vm.warp(NOW + 1000);
        vm.prank(payer);
        escrow.settle(terms, 500);
        vm.prank(payer);
        escrow.close(terms, 1000);
        assertBalances(FUNDS, 0, 0, 0);
    }

    /// @dev Frozen, it is owed all of it under one name, and gets all of it at once.
    function test_dealingWithOneself_whileFrozen_changesNothing() public {
        MeterTerms memory terms = openWith(payer, payer, payer);
        token.freeze(payer);
        vm.warp(NOW + 1000);
        vm.prank(payer);
        escrow.close(terms, 1000);
        vm.assertEq(escrow.credit(address(token), payer), DEPOSIT, "credit");
        token.unfreeze(payer);
        escrow.withdrawCredit(address(token), payer);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_aMerchantWhoIsTheFeeRecipient_getsTheGross() public {
        MeterTerms memory terms = openWith(operator, merchant, merchant);
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 1000);
        assertBalances(FUNDS - 277_000, 277_000, 0, 0);
    }

    /// @dev Receiving is not operating: the operator gets its share as merchant and fee recipient, never more.
    function test_anOperatorWhoIsPaid_getsTheGross() public {
        MeterTerms memory terms = openWith(operator, operator, operator);
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 3600);
        vm.assertEq(token.balanceOf(operator), 277_000, "operator's balance");
        assertBalances(FUNDS - 277_000, 0, 0, 0);
    }

    function openWith(address operator_, address merchant_, address feeRecipient_)
        private
        returns (MeterTerms memory terms)
    {
        terms = defaultTerms();
        (terms.operator, terms.merchant, terms.feeRecipient) = (operator_, merchant_, feeRecipient_);
        bytes memory signature = signOpening(terms, PAYER_KEY);
        vm.prank(operator_);
        escrow.open(terms, signature);
    }
}
