// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {FreezableErc20} from "../../src/FreezableErc20.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract FreezeAndPauseTest is TestAusdTest {
    function test_metadata_isAusds() public view {
        vm.assertEq(token.name(), "AUSD", "name");
        vm.assertEq(token.symbol(), "AUSD", "symbol");
        vm.assertEq(token.decimals(), 6, "decimals");
        bytes32 typeHash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 separator =
            keccak256(abi.encode(typeHash, keccak256("Agora Dollar"), keccak256("1"), block.chainid, address(token)));
        vm.assertEq(token.DOMAIN_SEPARATOR(), separator, "domain separator");
    }

    function test_freeze_refusesSendingAndReceiving() public {
        vm.expectEmit(address(token));
        emit FreezableErc20.AccountFrozen(recipient);
        token.freeze(recipient);
        expectFrozen(owner, recipient, recipient);
        token.unfreeze(recipient);
        vm.prank(owner);
        token.transfer(recipient, 1);

        token.freeze(owner);
        expectFrozen(owner, recipient, owner);
    }

    function test_freeze_leavesMintingAndBurning() public {
        token.freeze(owner);
        token.mint(owner, 5e6);
        vm.assertEq(token.balanceOf(owner), 105e6, "owner's balance");
        burn(owner, 105e6);
        vm.assertEq(token.balanceOf(owner), 0, "owner's balance");
    }

    function test_batchBurnFrom_takesFromAnyAccount() public {
        vm.expectEmit(address(token));
        emit TestAusd.Burned(owner, 30e6);
        burn(owner, 30e6);
        vm.assertEq(token.balanceOf(owner), 70e6, "owner's balance");
        vm.assertEq(token.totalSupply(), 170e6, "supply");
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, owner, 70e6, 70e6 + 1));
        burn(owner, 70e6 + 1);
    }

    /// @dev Checked first: each call here would also be refused for another reason.
    function test_pauses_areCheckedFirst() public {
        token.setIsMintPaused(true);
        vm.expectRevert(FreezableErc20.MintPaused.selector);
        token.mint(address(0), 1);
        token.setIsBurnFromPaused(true);
        vm.expectRevert(FreezableErc20.BurnFromPaused.selector);
        burn(recipient, 1);
        token.setIsFreezingPaused(true);
        vm.expectRevert(FreezableErc20.FreezingPaused.selector);
        token.freeze(owner);
        vm.expectRevert(FreezableErc20.FreezingPaused.selector);
        token.unfreeze(owner);
        token.setIsSignatureVerificationPaused(true);
        vm.expectRevert(FreezableErc20.SignatureVerificationPaused.selector);
        token.receiveWithAuthorization(owner, recipient, 1, 0, 0, NONCE, "");
        vm.expectRevert(FreezableErc20.SignatureVerificationPaused.selector);
        token.transferWithAuthorization(owner, recipient, 1, 0, 0, NONCE, "");
        vm.expectRevert(FreezableErc20.SignatureVerificationPaused.selector);
        token.permit(owner, recipient, 1, 0, "");
        token.setIsTransferPaused(true);
        vm.expectRevert(FreezableErc20.TransferPaused.selector);
        token.receiveWithAuthorization(owner, recipient, 1, 0, 0, NONCE, "");
        vm.expectRevert(FreezableErc20.TransferPaused.selector);
        token.transferWithAuthorization(owner, recipient, 1, 0, 0, NONCE, "");
        vm.expectRevert(FreezableErc20.TransferPaused.selector);
        token.transferFrom(owner, recipient, 1);
    }

    function test_setIsTransferPaused_refusesAllTransfers() public {
        vm.expectEmit(address(token));
        emit TestAusd.SetIsTransferPaused(true);
        token.setIsTransferPaused(true);
        vm.expectRevert(abi.encodeWithSelector(FreezableErc20.TransferPaused.selector));
        vm.prank(owner);
        token.transfer(recipient, 0);
        token.setIsTransferPaused(false);
        vm.prank(owner);
        token.transfer(recipient, 1);
        vm.assertEq(token.balanceOf(recipient), 1, "recipient's balance");
    }

    function burn(address account, uint256 value) private {
        TestAusd.BatchBurnFromParam[] memory burns = new TestAusd.BatchBurnFromParam[](1);
        burns[0] = TestAusd.BatchBurnFromParam(account, value);
        token.batchBurnFrom(burns);
    }

    function expectFrozen(address from, address to, address frozen) private {
        vm.expectRevert(abi.encodeWithSelector(FreezableErc20.AccountIsFrozen.selector, frozen));
        vm.prank(from);
        token.transfer(to, 1);
    }
}
