// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestAusd} from "../../src/TestAusd.sol";
import {TestAusdTest} from "./TestAusdTest.sol";

contract PermitTest is TestAusdTest {
    function test_permit_setsTheAllowanceOnce() public {
        bytes memory signature = sign(permission(owner, 0, NOW));
        token.permit(owner, recipient, 7e6, NOW, signature);
        vm.assertEq(token.allowance(owner, recipient), 7e6, "allowance");
        vm.assertEq(token.nonces(owner), 1, "nonce");
        vm.expectRevert(abi.encodeWithSelector(TestAusd.Erc2612InvalidSignature.selector));
        token.permit(owner, recipient, 7e6, NOW, signature);
    }

    function test_permit_takesVrs() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, permission(owner, 0, NOW));
        token.permit(owner, recipient, 7e6, NOW, v, r, s);
        vm.assertEq(token.allowance(owner, recipient), 7e6, "allowance");
    }

    function test_permit_takesAContractWalletsSignature() public {
        token.permit(wallet, recipient, 7e6, NOW, abi.encodePacked(hex"01", sign(permission(wallet, 0, NOW))));
        vm.assertEq(token.allowance(wallet, recipient), 7e6, "allowance");
    }

    function test_permit_reverts_whenLate() public {
        bytes memory signature = sign(permission(owner, 0, NOW - 1));
        vm.expectRevert(abi.encodeWithSelector(TestAusd.Erc2612ExpiredSignature.selector, NOW - 1));
        token.permit(owner, recipient, 7e6, NOW - 1, signature);
    }

    function permission(address from, uint256 nonce, uint256 deadline) private view returns (bytes32) {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        return digest(keccak256(abi.encode(typeHash, from, recipient, 7e6, nonce, deadline)));
    }
}
