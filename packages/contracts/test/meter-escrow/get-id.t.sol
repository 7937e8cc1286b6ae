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
        vm.assertEq(escrow.getId(terms), domainDigest(structHash), "id");
    }
}
