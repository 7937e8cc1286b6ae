// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

/// @notice Burns gas whenever one account receives, as a token with hooks lets its recipients do.
contract CostlyToken is PlainToken {
    uint256 private constant ROUNDS = 120_000;
    address private _costly;

    function setCostly(address account) external {
        _costly = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (to != _costly) return;
        for (uint256 i = 0; i < ROUNDS; i++) {}
    }
}

/// @notice A transfer that needs more than 63 times the gas of the code after it can be starved. AUSD has no such
/// transfers. With a token that has some, the worst outcome is credit.
contract CostlyTokenTest is EscrowTest {
    function test_aStarvedRefund_isOwed_andPaidInFull() public {
        CostlyToken costly = new CostlyToken();
        costly.mint(payer, DEPOSIT);
        MeterTerms memory terms = defaultTerms();
        terms.token = address(costly);
        vm.prank(operator);
        escrow.open(terms, "");
        costly.setCostly(payer);
        vm.warp(terms.expiry);

        vm.prank(stranger);
        escrow.reclaim{gas: 4_500_000}(terms);
        vm.assertEq(escrow.credit(address(costly), payer), DEPOSIT, "payer's credit");
        vm.assertEq(costly.balanceOf(address(escrow)), DEPOSIT, "escrow's balance");

        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, address(costly), payer, DEPOSIT));
        escrow.withdrawCredit{gas: 4_500_000}(address(costly), payer);
        escrow.withdrawCredit(address(costly), payer);
        vm.assertEq(costly.balanceOf(payer), DEPOSIT, "payer's balance");
        vm.assertEq(escrow.credit(address(costly), payer), 0, "payer's credit");
    }
}
