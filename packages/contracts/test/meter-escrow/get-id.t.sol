// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract GetIdTest is EscrowTest {
    function test_getId_isTheEip712DigestOfTheTerms() public view {
        MeterTerms memory terms = defaultTerms();
        bytes memory fields = bytes.concat(
            abi.encode(terms.payer, terms.merchant, terms.operator, terms.token, terms.feeRecipient, terms.feeBps),
            abi.encode(terms.ratePerSecond, terms.maxSeconds, terms.stopGrace, terms.openBy, terms.expiry, terms.salt)
        );
        bytes32 typeHash = keccak256(
            "MeterTerms(address payer,address merchant,address operator,address token,address feeRecipient,uint16 feeBps,uint128 ratePerSecond,uint32 maxSeconds,uint32 stopGrace,uint40 openBy,uint40 expiry,bytes32 salt)"
        );
        bytes32 structHash = keccak256(bytes.concat(typeHash, fields));
        vm.assertEq(escrow.getId(terms), digest(structHash), "id");
    }

    function test_getStopDigest_isTheEip712DigestOfTheStop() public view {
        bytes32 id = keccak256("any");
        bytes32 structHash = keccak256(abi.encode(keccak256("Stop(bytes32 meter)"), id));
        vm.assertEq(escrow.getStopDigest(id), digest(structHash), "stop digest");
    }

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

    function digest(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("MeterEscrow"),
                keccak256("1"),
                block.chainid,
                address(escrow)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }
}
