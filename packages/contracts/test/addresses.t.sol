// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deployment} from "./base/Deployment.sol";

/// @notice The committed addresses are those that CREATE2 gives the committed creation code.
contract AddressesTest is Deployment {
    address private constant DEPLOYER = 0x4e59b44847b379578588920cA78FbF26c0B4956C;

    // docs/money.md, rule 5
    function test_addresses_followFromSaltAndCreationCode() public {
        bytes32 escrow = keccak256(creationCode("meterEscrowBytecode"));
        bytes32 ausd = keccak256(creationCode("testAusdBytecode"));
        vm.assertEq(
            vm.parseBytes(committed("addresses", "meterEscrowCreationCodeHash")),
            abi.encode(escrow),
            "creation code hash"
        );
        vm.assertEq(
            vm.parseBytes(committed("addresses", "meterEscrowCodeHash")),
            abi.encode(keccak256(deployed(creationCode("meterEscrowBytecode")).code)),
            "code hash"
        );
        assertAddress("testEscrow", "per-second.meter-escrow.test.v1", escrow);
        assertAddress("liveEscrow", "per-second.meter-escrow.live.v1", escrow);
        assertAddress("testAusd", "per-second.test-ausd.v1", ausd);
    }

    function deployed(bytes memory creation) private returns (address contract_) {
        assembly ("memory-safe") {
            contract_ := create(0, add(creation, 32), mload(creation))
        }
    }

    function assertAddress(string memory prefix, string memory label, bytes32 codeHash) private view {
        bytes32 salt = keccak256(bytes(label));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", DEPLOYER, salt, codeHash));
        vm.assertEq(vm.parseBytes(committed("addresses", string.concat(prefix, "Salt"))), abi.encode(salt), prefix);
        vm.assertEq(
            vm.parseBytes(committed("addresses", string.concat(prefix, "Address"))),
            abi.encodePacked(bytes20(hash << 96)),
            prefix
        );
    }
}
