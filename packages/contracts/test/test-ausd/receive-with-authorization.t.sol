// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestAusd} from "../../src/TestAusd.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract ReceiveWithAuthorizationTest is TestAusdTest {
    string private constant NAME = "ReceiveWithAuthorization";

    function test_receiveWithAuthorization_movesToTheCaller() public {
        receiveFrom(owner, sign(authorisation(NAME, owner, 0, NOW + 1)));
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_takesVrs() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, authorisation(NAME, owner, 0, NOW + 1));
        vm.prank(recipient);
        token.receiveWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, v, r, s);
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_takesAContractWalletsSignature() public {
        receiveFrom(wallet, abi.encodePacked(hex"01", sign(authorisation(NAME, wallet, 0, NOW + 1))));
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_takesADelegatedKeysSignature() public {
        delegateOwner();
        receiveFrom(owner, sign(authorisation(NAME, owner, 0, NOW + 1)));
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_takes64Bytes() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, authorisation(NAME, owner, 0, NOW + 1));
        receiveFrom(owner, abi.encodePacked(r, bytes32(uint256(s) | uint256(v - 27) << 255)));
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_takesAHighS() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, authorisation(NAME, owner, 0, NOW + 1));
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        receiveFrom(owner, abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27)));
        vm.assertEq(token.balanceOf(recipient), 7e6, "recipient's balance");
    }

    function test_receiveWithAuthorization_reverts_whenNoSignerCanBeRecovered() public {
        bytes[3] memory signatures = [bytes(""), new bytes(65), new bytes(66)];
        for (uint256 i = 0; i < signatures.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
            receiveFrom(address(0), signatures[i]);
        }
    }

    function test_receiveWithAuthorization_reverts_whenTheCallerIsNotThePayee() public {
        bytes memory signature = sign(authorisation(NAME, owner, 0, NOW + 1));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidPayee.selector, address(this), recipient));
        token.receiveWithAuthorization(owner, recipient, 7e6, 0, NOW + 1, NONCE, signature);
    }

    function test_receiveWithAuthorization_reverts_whenCancelled() public {
        bytes32 typeHash = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
        bytes memory cancellation = sign(digest(keccak256(abi.encode(typeHash, owner, NONCE))));
        vm.expectEmit(address(token));
        emit TestAusd.AuthorizationCanceled(owner, NONCE);
        token.cancelAuthorization(owner, NONCE, cancellation);
        bytes memory signature = sign(authorisation(NAME, owner, 0, NOW + 1));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.UsedOrCanceledAuthorization.selector));
        receiveFrom(owner, signature);
        vm.expectRevert(abi.encodeWithSelector(TestAusd.UsedOrCanceledAuthorization.selector));
        token.cancelAuthorization(owner, NONCE, cancellation);
    }

    function test_cancelAuthorization_takesVrsOfTheSignerOnly() public {
        bytes32 typeHash = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
        bytes32 message = digest(keccak256(abi.encode(typeHash, owner, NONCE)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xBAD, message);
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
        token.cancelAuthorization(owner, NONCE, v, r, s);
        (v, r, s) = vm.sign(KEY, message);
        token.cancelAuthorization(owner, NONCE, v, r, s);
        vm.assertEq(token.authorizationState(owner, NONCE), true, "cancelled");
    }

    function receiveFrom(address from, bytes memory signature) private {
        vm.prank(recipient);
        token.receiveWithAuthorization(from, recipient, 7e6, 0, NOW + 1, NONCE, signature);
    }
}
