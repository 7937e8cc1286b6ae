// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The terms are hashed straight from calldata. Calldata that ends too early, or lists that reach beyond it,
/// are refused before anything is hashed, so that no meter is ever named by bytes that were not sent.
contract MalformedCalldataTest is EscrowTest {
    uint256 private constant TERMS_BYTES = 12 * 32;

    /// @dev Missing bytes would read as a salt of zero.
    function test_termsCutShort_nameNoMeter() public {
        MeterTerms memory terms = defaultTerms();
        terms.salt = 0;
        openMeter(terms);
        vm.warp(terms.expiry);
        expectMalformed(payer, cut(abi.encodeCall(escrow.stop, (terms)), 4 + TERMS_BYTES - 1));
        expectMalformed(stranger, cut(abi.encodeCall(escrow.reclaim, (terms)), 4 + TERMS_BYTES - 32));
        expectMalformed(operator, cut(abi.encodeCall(escrow.settle, (terms, 1)), 4 + TERMS_BYTES));
        expectMalformed(operator, cut(abi.encodeCall(escrow.close, (terms, 1)), 4 + TERMS_BYTES + 31));
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    function test_listsBeyondTheCalldata_nameNoMeter() public {
        MeterTerms memory terms = defaultTerms();
        terms.salt = 0;
        openMeter(terms);
        vm.warp(NOW + 1000);
        bytes memory call = batchOf(terms);
        uint256 listAt = 4 + 64;
        expectMalformed(operator, cut(call, listAt + 32 + TERMS_BYTES - 1));
        uint256[4] memory lengths = [uint256(2), 1 << 64, type(uint256).max / TERMS_BYTES + 2, type(uint256).max];
        for (uint256 i = 0; i < lengths.length; i++) {
            expectMalformed(operator, withWord(call, listAt, lengths[i]));
        }
        expectMalformed(operator, withWord(call, 4, type(uint256).max - 3));
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev The two lists may overlap in the calldata. The seconds read are then the payer's address, and too wide.
    function test_listsOverEachOther_chargeNothing() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        expectMalformed(operator, withWord(batchOf(terms), 4 + 32, 64));
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev The list of terms comes first, at the usual place, and holds one element.
    function batchOf(MeterTerms memory terms) private view returns (bytes memory) {
        MeterTerms[] memory batch = new MeterTerms[](1);
        uint32[] memory toSeconds = new uint32[](1);
        (batch[0], toSeconds[0]) = (terms, 1000);
        return abi.encodeCall(escrow.settleBatch, (batch, toSeconds));
    }

    function cut(bytes memory whole, uint256 length) private pure returns (bytes memory shortened) {
        shortened = bytes.concat(whole);
        assembly {
            mstore(shortened, length)
        }
    }

    function withWord(bytes memory whole, uint256 offset, uint256 word) private pure returns (bytes memory changed) {
        changed = bytes.concat(whole);
        assembly {
            mstore(add(add(changed, 32), offset), word)
        }
    }

    function expectMalformed(address sender, bytes memory call) private {
        vm.prank(sender);
        (bool success, bytes memory reason) = address(escrow).call(call);
        vm.assertTrue(!success, "refused");
        vm.assertEq(reason.length, 0, "refused by a check of the calldata");
    }
}
