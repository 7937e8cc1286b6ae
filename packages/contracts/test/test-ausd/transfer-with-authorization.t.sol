// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestAusd} from "../../src/TestAusd.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract TransferWithAuthorizationTest is TestAusdTest {
    string private constant NAME = "TransferWithAuthorization";

    function test_transferWithAuthorization_movesOnce() public {
        bytes memory signature = sign(authorisation(NAME, owner, 0, NOW + 1));
        vm.expectEmit(address(token));
        emit TestAusd.AuthorizationUsed(owner, NONCE);
        token.transferWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, signature);
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
        vm.assertEq(token.authorizationState(owner, NONCE), true, "used");

        vm.expectRevert(abi.encodeWithSelector(TestAusd.UsedOrCanceledAuthorization.selector));
        token.transferWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, signature);
    }

    function test_transferWithAuthorization_takesVrs() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, authorisation(NAME, owner, 0, NOW + 1));
        token.transferWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, v, r, s);
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_transferWithAuthorization_hasStrictBounds() public {
        bytes memory early = sign(authorisation(NAME, owner, NOW, NOW + 10));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidAuthorization.selector));
        token.transferWithAuthorization(owner, recipient, 7e6, NOW, NOW + 10, NONCE, early);
        bytes memory late = sign(authorisation(NAME, owner, 0, NOW));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.ExpiredAuthorization.selector));
        token.transferWithAuthorization(owner, recipient, 7e6, 0, NOW, NONCE, late);
    }

    function test_transferWithAuthorization_reverts_whenSignedForReceive() public {
        bytes memory signature = sign(authorisation("ReceiveWithAuthorization", owner, 0, NOW + 1));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
        token.transferWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, signature);
    }
}
