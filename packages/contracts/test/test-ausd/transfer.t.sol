// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract TransferTest is TestAusdTest {
    function test_transfer_movesAndKeepsTheSupply() public {
        vm.prank(owner);
        vm.assertTrue(token.transfer(recipient, 30e6), "answer");
        vm.assertEq(token.balanceOf(owner), 70e6, "owner's balance");
        vm.assertEq(token.balanceOf(recipient), 30e6, "recipient's balance");
        vm.assertEq(token.totalSupply(), 200e6, "supply");
    }

    function test_transfer_toOneself_changesNothing() public {
        vm.prank(owner);
        token.transfer(owner, 30e6);
        vm.assertEq(token.balanceOf(owner), 100e6, "owner's balance");
    }

    function test_transfer_reverts_whenTheBalanceIsTooSmall() public {
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, owner, 100e6, 100e6 + 1));
        vm.prank(owner);
        token.transfer(recipient, 100e6 + 1);
    }

    function test_transfer_toZero_isATransferLikeAnyOther() public {
        vm.prank(owner);
        vm.assertTrue(token.transfer(address(0), 1), "answer");
        vm.assertEq(token.balanceOf(address(0)), 1, "balance of zero");
        vm.assertEq(token.totalSupply(), 200e6, "supply");
    }

    function test_mint_reverts_toZero() public {
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0)));
        token.mint(address(0), 1);
    }

    function test_transferFrom_spendsTheAllowance() public {
        vm.prank(owner);
        vm.assertTrue(token.approve(recipient, 10e6), "answer");
        vm.prank(recipient);
        vm.assertTrue(token.transferFrom(owner, recipient, 4e6), "answer");
        vm.assertEq(token.allowance(owner, recipient), 6e6, "allowance");
        vm.assertEq(token.balanceOf(recipient), 4e6, "recipient's balance");
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, recipient, 6e6, 6e6 + 1)
        );
        vm.prank(recipient);
        token.transferFrom(owner, recipient, 6e6 + 1);
    }

    function test_transferFrom_neverShrinksTheLargestAllowance() public {
        vm.prank(owner);
        token.approve(recipient, type(uint256).max);
        vm.prank(recipient);
        token.transferFrom(owner, recipient, 4e6);
        vm.assertEq(token.allowance(owner, recipient), type(uint256).max, "allowance");
    }

    function test_mint_boundsTheSupply() public {
        uint256 most = type(uint248).max - token.totalSupply();
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, recipient));
        token.mint(recipient, most + 1);
        token.mint(recipient, most);
        vm.assertEq(token.balanceOf(recipient), most, "recipient's balance");
    }
}
