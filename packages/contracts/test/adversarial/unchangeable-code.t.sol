// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice Deployed code is fixed. It holds no instruction to replace, delegate or destroy it, nor to create another
/// contract, and it takes no coins that it could not give back.
contract UnchangeableCodeTest is EscrowTest {
    function test_theCode_neverDelegatesDestroysOrCreates() public view {
        bytes memory code = address(escrow).code;
        uint256 end = code.length - 2 - metadataLength(code);
        for (uint256 i = 0; i < end; i++) {
            uint8 instruction = uint8(code[i]);
            if (instruction >= 0x60 && instruction <= 0x7f) i += instruction - 0x5f;
            vm.assertTrue(instruction != 0xf0 && instruction != 0xf5, "creates");
            vm.assertTrue(instruction != 0xf2 && instruction != 0xf4, "delegates");
            vm.assertTrue(instruction != 0xff, "destroys");
        }
    }

    function test_theEscrow_refusesCoins() public {
        MeterTerms memory terms = openDefault();
        vm.warp(terms.expiry);
        bytes memory call = abi.encodeCall(escrow.reclaim, (terms));
        (bool success,) = address(escrow).call{value: 1}("");
        vm.assertTrue(!success, "without a call");
        (success,) = address(escrow).call{value: 1}(call);
        vm.assertTrue(!success, "with a call");
        (success,) = address(escrow).call(call);
        vm.assertTrue(success, "the same call without coins");
        vm.assertEq(address(escrow).balance, 0, "coins");
    }

    /// @dev The compiler ends the code with its own name in CBOR, and the length of that in two bytes.
    function metadataLength(bytes memory code) private pure returns (uint256) {
        return uint256(uint8(code[code.length - 2])) << 8 | uint8(code[code.length - 1]);
    }
}
