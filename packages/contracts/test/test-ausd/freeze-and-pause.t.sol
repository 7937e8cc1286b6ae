// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FreezableErc20} from "../../src/FreezableErc20.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract FreezeAndPauseTest is TestAusdTest {
    function test_metadata_isAusds() public view {
        vm.assertEq(token.name(), "Agora Dollar", "name");
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

    function test_setIsTransferPaused_refusesAllTransfers() public {
        token.setIsTransferPaused(true);
        vm.expectRevert(abi.encodeWithSelector(FreezableErc20.TransferPaused.selector));
        vm.prank(owner);
        token.transfer(recipient, 0);
        token.setIsTransferPaused(false);
        vm.prank(owner);
        token.transfer(recipient, 1);
        vm.assertEq(token.balanceOf(recipient), 1, "recipient's balance");
    }

    function expectFrozen(address from, address to, address frozen) private {
        vm.expectRevert(abi.encodeWithSelector(FreezableErc20.AccountIsFrozen.selector, frozen));
        vm.prank(from);
        token.transfer(to, 1);
    }
}
