// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "../base/EscrowTest.sol";

contract GetStopDigestTest is EscrowTest {
    function test_getStopDigest_isTheEip712DigestOfTheStop() public view {
        bytes32 id = keccak256("any");
        bytes32 structHash = keccak256(abi.encode(keccak256("Stop(bytes32 meter)"), id));
        vm.assertEq(escrow.getStopDigest(id), domainDigest(structHash), "stop digest");
    }
}
