// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "../base/EscrowTest.sol";

contract GetStatementDigestTest is EscrowTest {
    function test_getStatementDigest_isTheEip712DigestOfTheStatement() public view {
        bytes32 id = keccak256("any");
        bytes32 typeHash = keccak256("Statement(bytes32 meter,uint32 toSecond)");
        bytes32 structHash = keccak256(abi.encode(typeHash, id, uint256(3600)));
        vm.assertEq(escrow.getStatementDigest(id, 3600), domainDigest(structHash), "statement digest");
    }
}
