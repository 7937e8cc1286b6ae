// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "../base/EscrowTest.sol";

contract Eip712DomainTest is EscrowTest {
    function test_eip712Domain_namesChainAndEscrow() public {
        vm.chainId(143);
        (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        ) = escrow.eip712Domain();
        vm.assertEq(bytes32(fields), bytes32(bytes1(0x0f)), "fields");
        vm.assertEq(name, "MeterEscrow", "name");
        vm.assertEq(version, "1", "version");
        vm.assertEq(chainId, 143, "chainId");
        vm.assertEq(verifyingContract, address(escrow), "verifyingContract");
        vm.assertEq(salt, bytes32(0), "salt");
        vm.assertEq(extensions.length, 0, "extensions");
    }
}
